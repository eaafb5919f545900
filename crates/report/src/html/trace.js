// An execution: its steps, the state after any of them, calls, loops, and what the list of steps shows.
//
// State is one value for each leaf. Going forwards applies changes; what they replace is noted when the
// trace is read, so going backwards undoes them. A step costs its own changes; the farthest jump costs all
// changes once, some milliseconds for a million, less than copies of the state every so many steps would.

const NONE = -1;

class Trace {
  constructor(data) {
    this.data = data;
    this.length = data.place.length;
    this.depth = Int32Array.from(data.depth);
    this.more = new Map(data.more);
    this.readEvents();
    this.readChanges();
    this.readCalls();
    this.readMatters();
    this.loops = findLoops(this);
    this.at = NONE;
    this.seek(0);
  }

  // Tables.

  string(index) {
    return this.data.strings[index];
  }

  /** A place: function, file (or -1), line, column. */
  place(index) {
    const [name, file, line, column] = this.data.places[index];
    return { name: this.string(name), file, line, column };
  }

  /** Where a step is. */
  where(step) {
    return this.place(this.data.place[step]);
  }

  /** A value: text and, for a pointer, the object, the offset and the path of its target. */
  value(index) {
    if (index === NONE) return null;
    const [text, object, offset, path] = this.data.values[index];
    const target = object === undefined ? null : { object, offset, path: this.string(path) };
    return { text: this.string(text), target };
  }

  pathOf(leaf) {
    return this.string(this.data.leaves[leaf][1]);
  }

  // What is read once.

  readEvents() {
    this.eventsOf = new Map();
    for (const [step, name, what] of this.data.events) {
      if (!this.eventsOf.has(step)) this.eventsOf.set(step, []);
      this.eventsOf.get(step).push({ name, what });
    }
  }

  events(step) {
    return this.eventsOf.get(step) ?? [];
  }

  event(step, name) {
    return this.events(step).find((event) => event.name === name);
  }

  /** Changes of all steps in a row; what an object contains when it begins are the first of its step. */
  readChanges() {
    const { data } = this;
    const begins = new Map();
    this.state = new Int32Array(data.leaves.length).fill(NONE);
    let initial = 0;
    data.objects.forEach((object, number) => {
      const leaves = object.initial ?? [];
      if (object.begin === undefined || object.begin >= this.length) {
        for (let i = 0; i < leaves.length; i += 2) this.state[leaves[i]] = leaves[i + 1];
        return;
      }
      if (!begins.has(object.begin)) begins.set(object.begin, []);
      begins.get(object.begin).push(number);
      initial += leaves.length / 2;
    });
    const total = initial + data.changes.length / 2;
    this.leaf = new Int32Array(total);
    this.next = new Int32Array(total);
    this.previous = new Int32Array(total);
    this.start = new Int32Array(this.length + 1);
    this.ownStart = new Int32Array(this.length);
    const running = this.state.slice();
    let to = 0;
    let from = 0;
    const add = (leaf, value) => {
      this.leaf[to] = leaf;
      this.next[to] = value;
      this.previous[to] = running[leaf];
      running[leaf] = value;
      to++;
    };
    for (let step = 0; step < this.length; step++) {
      this.start[step] = to;
      for (const number of begins.get(step) ?? []) {
        const leaves = data.objects[number].initial ?? [];
        for (let i = 0; i < leaves.length; i += 2) add(leaves[i], leaves[i + 1]);
      }
      this.ownStart[step] = to;
      for (let i = 0; i < data.count[step]; i++, from += 2) add(data.changes[from], data.changes[from + 1]);
    }
    this.start[this.length] = to;
    this.readObjects();
  }

  readObjects() {
    const { leaves, objects } = this.data;
    this.leavesOf = new Map();
    leaves.forEach(([object], leaf) => {
      if (!this.leavesOf.has(object)) this.leavesOf.set(object, []);
      this.leavesOf.get(object).push(leaf);
    });
    this.sortedLeaves = new Map();
    this.fieldOrder = new Map();
    leaves.forEach(([object, path]) => this.noteFields(objects[object].type, this.string(path)));
    this.localsAt = new Map();
    this.heap = [];
    this.globals = [];
    objects.forEach((object, number) => {
      if (object.kind === "local") {
        const depth = object.depth ?? 0;
        if (!this.localsAt.has(depth)) this.localsAt.set(depth, []);
        this.localsAt.get(depth).push(number);
      } else if (object.kind === "heap") this.heap.push(number);
      else if (object.kind === "global") this.globals.push(number);
    });
  }

  /** Fields have the order in which they are first seen in any object of a type. */
  noteFields(type, path) {
    let prefix = type;
    for (const part of pathParts(path)) {
      if (typeof part === "number") {
        prefix += "[]";
        continue;
      }
      const key = prefix + "." + part;
      if (!this.fieldOrder.has(key)) this.fieldOrder.set(key, this.fieldOrder.size);
      prefix = key;
    }
  }

  /** The leaves of an object in the order of its type, whatever was written first. */
  leaves(object) {
    let sorted = this.sortedLeaves.get(object);
    if (sorted === undefined) {
      const { type } = this.data.objects[object];
      const keyed = (this.leavesOf.get(object) ?? []).map((leaf) => ({
        leaf,
        parts: pathParts(this.pathOf(leaf)),
      }));
      keyed.sort((a, b) => this.compareParts(type, a.parts, b.parts));
      sorted = keyed.map(({ leaf }) => leaf);
      this.sortedLeaves.set(object, sorted);
    }
    return sorted;
  }

  compareParts(type, a, b) {
    let prefix = type;
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const isIndex = typeof a[i] === "number";
      if (isIndex !== (typeof b[i] === "number")) return isIndex ? 1 : -1;
      if (a[i] !== b[i]) {
        if (isIndex) return a[i] - b[i];
        return this.fieldOrder.get(`${prefix}.${a[i]}`) - this.fieldOrder.get(`${prefix}.${b[i]}`);
      }
      prefix += isIndex ? "[]" : "." + a[i];
    }
    return a.length - b.length;
  }

  /** For each step where its activation began, and the step of the caller before that. */
  readCalls() {
    this.entry = new Int32Array(this.length);
    this.caller = new Int32Array(this.length);
    const last = []; // by depth, the last step of the activation under way
    const first = [];
    for (let step = 0; step < this.length; step++) {
      const depth = this.depth[step];
      const isNew = last[depth] === undefined || this.event(step, "enter") !== undefined;
      if (isNew) first[depth] = step;
      last.length = depth + 1;
      first.length = depth + 1;
      last[depth] = step;
      this.entry[step] = first[depth];
      this.caller[step] = depth > 0 && last[depth - 1] !== undefined ? last[depth - 1] : NONE;
    }
  }

  /** If nothing is known to matter, everything does. */
  readMatters() {
    const known = this.data.matters.some((flag) => flag === 1);
    this.matters = known ? Uint8Array.from(this.data.matters) : new Uint8Array(this.length).fill(1);
    this.mattersBefore = new Int32Array(this.length + 1);
    for (let step = 0; step < this.length; step++)
      this.mattersBefore[step + 1] = this.mattersBefore[step] + this.matters[step];
  }

  // State.

  /** Makes the state that after a step. */
  seek(step) {
    while (this.at < step) {
      this.at++;
      for (let i = this.start[this.at]; i < this.start[this.at + 1]; i++)
        this.state[this.leaf[i]] = this.next[i];
    }
    while (this.at > step) {
      for (let i = this.start[this.at + 1] - 1; i >= this.start[this.at]; i--)
        this.state[this.leaf[i]] = this.previous[i];
      this.at--;
    }
  }

  /** The leaves that the present step changed, with what they were before. */
  changed() {
    const before = new Map();
    if (this.length === 0) return before;
    for (let i = this.ownStart[this.at]; i < this.start[this.at + 1]; i++) {
      if (!before.has(this.leaf[i])) before.set(this.leaf[i], this.previous[i]);
    }
    return before;
  }

  /** The leaf of an object that was changed last, up to the present step; looks back so many changes. */
  lastChanged(object, far = 2000) {
    if (this.length === 0) return NONE;
    const end = this.start[this.at + 1];
    for (let i = end - 1; i >= Math.max(0, end - far); i--) {
      if (this.data.leaves[this.leaf[i]][0] === object) return this.leaf[i];
    }
    return NONE;
  }

  /** An object at the present step: "before" it comes to be, "live", or "dead". */
  phase(number) {
    const { begin, end, kind, depth } = this.data.objects[number];
    if (begin !== undefined && begin > this.at) return "before";
    if (end === undefined || end > this.at) return "live";
    // A variable can be looked at until the step in which it ends is over.
    const isLastMoment = kind === "local" && end === this.at && (depth ?? 0) <= this.depth[this.at];
    return isLastMoment ? "live" : "dead";
  }

  // Calls.

  /** The calls under way, innermost first: the step where each is, its first step, and its place. */
  frames() {
    const frames = [];
    if (this.length === 0) return frames;
    let step = this.at;
    let depth = this.depth[step];
    while (step !== NONE) {
      frames.push({ step, depth, entry: this.entry[step], place: this.where(step) });
      step = this.caller[step];
      depth--;
    }
    // Callers from before the recording: later steps may be in them, and the failure knows the others.
    for (; depth >= 0; depth--)
      frames.push({ step: NONE, depth, entry: NONE, place: this.unseenCaller(depth) });
    return frames;
  }

  unseenCaller(depth) {
    for (let step = 0; step < this.length; step++) {
      if (this.depth[step] === depth) return { ...this.where(step), file: NONE };
      if (this.depth[step] < depth) break;
    }
    const fromOutermost = this.data.stack.length - 1 - depth;
    return fromOutermost >= 0
      ? this.place(this.data.stack[fromOutermost])
      : { name: "?", file: NONE, line: 0, column: 0 };
  }

  /** The live variables of a call. */
  locals(frame) {
    const all = this.localsAt.get(frame.depth) ?? [];
    return all.filter((number) => {
      const { begin } = this.data.objects[number];
      const isOfThisCall = frame.entry <= 0 || begin === undefined || begin >= frame.entry;
      return isOfThisCall && this.phase(number) === "live";
    });
  }

  // Moves. Each gives a step, the present one if there is none.

  go(move) {
    const { at, depth, length } = this;
    const find = (from, by, wanted) => {
      for (let step = from; step >= 0 && step < length; step += by) if (wanted(step)) return step;
      return at;
    };
    switch (move) {
      case "first":
        return 0;
      case "last":
        return Math.max(0, length - 1);
      case "forward":
        return Math.min(at + 1, length - 1);
      case "back":
        return Math.max(at - 1, 0);
      case "over":
        return find(at + 1, 1, (step) => depth[step] <= depth[at]);
      case "over-back":
        return find(at - 1, -1, (step) => depth[step] <= depth[at]);
      case "out":
        return find(at + 1, 1, (step) => depth[step] < depth[at]);
      case "out-back":
        return find(at - 1, -1, (step) => depth[step] < depth[at]);
      case "next-that-matters":
        return find(at + 1, 1, (step) => this.matters[step] === 1);
      case "previous-that-matters":
        return find(at - 1, -1, (step) => this.matters[step] === 1);
      default:
        return at;
    }
  }

  // Words.

  /** How often each line was executed: file → line → count. Returning to a line is not executing it again. */
  coverage() {
    if (this.covered !== undefined) return this.covered;
    this.covered = new Map();
    const last = [];
    for (let step = 0; step < this.length; step++) {
      const depth = this.depth[step];
      const { file, line } = this.where(step);
      const returns = step > 0 && this.depth[step - 1] > depth && last[depth] === line;
      last[depth] = line;
      if (file === NONE || (returns && this.event(step, "round") === undefined)) continue;
      if (!this.covered.has(file)) this.covered.set(file, new Map());
      const lines = this.covered.get(file);
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    return this.covered;
  }

  /** What a leaf is called. */
  leafName(leaf) {
    const [object] = this.data.leaves[leaf];
    return this.data.objects[object].name + this.pathOf(leaf);
  }

  /** Whether there is anything to say of a step. */
  hasEffects(step) {
    const isSilent = ({ name, what }) => name === "enter" && what.length === 0;
    return this.ownChanges(step).next().done === false || this.events(step).some((event) => !isSilent(event));
  }

  /** The changes of a step, without those that the event of a call tells already: leaf and value. */
  *ownChanges(step) {
    const words = this.event(step, "enter")?.what ?? [];
    const said = new Set(words.filter((_, i) => i % 2 === 0).map((word) => this.string(word)));
    for (let i = this.ownStart[step]; i < this.start[step + 1]; i++) {
      const { kind, name, begin } = this.data.objects[this.data.leaves[this.leaf[i]][0]];
      if (!(kind === "local" && begin === step && said.has(name))) yield [this.leaf[i], this.next[i]];
    }
  }

  /** What a step did, a phrase each: kind and text. */
  effects(step, most = 4) {
    const phrases = [];
    const decisions = this.events(step)
      .filter(({ name }) => name === "decide")
      .map(({ what }) => what === 1);
    if (decisions.length > 0) phrases.push({ kind: "decide", text: decisionWords(decisions) });
    for (const event of this.events(step)) phrases.push(this.eventPhrase(event));
    const last = new Map(this.ownChanges(step));
    let shown = 0;
    for (const [leaf, value] of last) {
      if (shown++ === most) break;
      phrases.push({ kind: "change", text: `${this.leafName(leaf)} = ${this.value(value).text}` });
    }
    const rest = Math.max(0, last.size - most) + (this.more.get(step) ?? 0);
    if (rest > 0) phrases.push({ kind: "more", text: `and ${plural(rest, "more change")}` });
    return phrases.filter((phrase) => phrase !== null);
  }

  eventPhrase({ name, what }) {
    const object = () => this.data.objects[what];
    switch (name) {
      case "enter": {
        const words = [];
        for (let i = 0; i < what.length; i += 2)
          words.push(`${this.string(what[i])} = ${this.value(what[i + 1]).text}`);
        return words.length === 0 ? null : { kind: "enter", text: `called with ${words.join(", ")}` };
      }
      case "return":
        return { kind: "return", text: what.length > 0 ? `returns ${this.value(what[0]).text}` : "returns" };
      case "round":
        return { kind: "round", text: `round ${number(what)}` };
      case "allocate":
        return { kind: "allocate", text: `allocates ${object().name}, ${plural(object().size, "byte")}` };
      case "free":
        return { kind: "free", text: `frees ${object().name}` };
      case "input": {
        const input = this.data.inputs[what];
        return { kind: "input", text: `input ${input.arbitrary ? "(any value)" : input.value}` };
      }
      case "fail":
        return { kind: "fail", text: this.data.kind };
      default:
        return null;
    }
  }
}

/** What the conditions of a step were: "condition true", "conditions true, false". */
function decisionWords(decisions) {
  if (decisions.length === 1) return `condition ${decisions[0]}`;
  if (decisions.length > 3 && new Set(decisions).size === 1)
    return `${decisions.length} conditions ${decisions[0]}`;
  return `conditions ${decisions.slice(0, 8).join(", ")}${decisions.length > 8 ? ", …" : ""}`;
}

/** The parts of a path: names of fields as strings, indices as numbers. */
function pathParts(path) {
  const parts = [];
  for (const [text, index] of path.matchAll(/\[(\d+)\]|\[[^\]]*\]?|[^.[]+/g)) {
    parts.push(index === undefined ? text : Number(index));
  }
  return parts;
}
