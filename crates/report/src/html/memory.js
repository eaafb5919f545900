// The picture of variables and memory after a step: calls and globals as boxes on the left, memory in columns
// on the right, each object right of those that point to it. `arrows.js` draws the pointers.
//
// The picture depends on the state alone, so it is the same whichever way one came to a step.

/** Boxes that are drawn at first; more on request. */
const MOST_BOXES = 40;
/** Calls that are drawn from the innermost on, and from the outermost. */
const INNER_FRAMES = 8;
const OUTER_FRAMES = 2;
/** Leaves of an object that are drawn without folding: of an array, and of anything else. */
const MOST_ELEMENTS = 12;
const MOST_FIELDS = 24;
/** Leaves of an object that are drawn when its folds are open. */
const MOST_UNFOLDED = 500;
/** Leaves of an object in which pointers are looked for. */
const MOST_POINTERS = 2000;
/** Characters of a name and a value that fit beside each other; a type gets what is left. */
const MOST_BESIDE = 26;
/** What a column takes, about, with the space beside it. */
const COLUMN_WIDTH = 184;

const UNINITIALISED = "uninitialised";
const isNull = (value) =>
  value.target === null && /^(NULL|nullptr|null|std::ptr::null(_mut)?\(\))$/.test(value.text);

class Memory {
  /** `goTo` is called with a step when somebody asks for it. */
  constructor(panel, goTo) {
    this.panel = panel;
    this.goTo = goTo;
    this.reset(null);
    // Columns wrap at the width of the panel.
    new ResizeObserver(() => this.width !== panel.clientWidth && this.arrows !== null && this.draw()).observe(
      panel,
    );
  }

  /** Another execution. */
  reset(trace) {
    this.trace = trace;
    this.unfolded = new Set();
    this.most = MOST_BOXES;
    this.allGlobals = false;
    this.allFrames = false;
    this.arrows = null;
  }

  /** Draws the present state. */
  draw() {
    const { trace } = this;
    this.width = this.panel.clientWidth;
    this.changed = trace.changed();
    this.rows = new Map(); // object → path (or "" for the object) → element
    const frames = trace.frames();
    this.frameLocals = new Map(frames.map((frame) => [frame, trace.locals(frame)]));
    this.frames = this.shownFrames(frames);
    this.globals = this.shownGlobals();
    const homes = [
      ...this.frames.flatMap((frame) => (frame === null ? [] : this.frameLocals.get(frame))),
      ...this.globals,
    ];
    this.atHome = new Set(homes);
    const { boxes, hidden } = this.shownBoxes(homes);
    this.pointed = this.pointedLeaves([...homes, ...boxes]);

    const stack = make(
      "div",
      { class: "stack" },
      ...this.frames.map((frame, index) => this.drawFrame(frame, index)),
      this.drawGlobals(),
    );
    const picture = make("div", { class: "picture" }, stack, this.drawColumns(boxes));
    const { scrollLeft, scrollTop } = this.panel;
    this.panel.replaceChildren(picture);
    if (hidden > 0)
      this.panel.append(this.moreButton(`${plural(hidden, "more object")}`, () => (this.most *= 4)));
    this.panel.scrollTo(scrollLeft, scrollTop);
    this.arrows = new Arrows(this, picture, stack, [...homes, ...boxes]);
    this.arrows.draw();
    this.showChanged();
  }

  moreButton(text, change) {
    const button = make("button", { type: "button", class: "more" }, text);
    button.addEventListener("click", () => {
      change();
      this.draw();
    });
    return button;
  }

  /** Scrolls the panel, and nothing else, so that something that changed can be seen. */
  showChanged() {
    const row = this.panel.querySelector(".changed") ?? this.panel.querySelector(".fresh");
    if (row === null) return;
    const [outer, inner] = [this.panel.getBoundingClientRect(), row.closest(".box").getBoundingClientRect()];
    const need = (start, end, low, high) =>
      start < low ? start - low - 24 : end > high ? Math.min(end - high + 24, start - low - 24) : 0;
    this.panel.scrollBy(
      need(inner.left, inner.right, outer.left, outer.right),
      need(inner.top, inner.bottom, outer.top, outer.bottom),
    );
  }

  // What is shown.

  /** Calls, innermost first; null stands for those between. */
  shownFrames(frames) {
    if (this.allFrames || frames.length <= INNER_FRAMES + OUTER_FRAMES + 1) return frames;
    this.hiddenFrames = frames.length - INNER_FRAMES - OUTER_FRAMES;
    return [...frames.slice(0, INNER_FRAMES), null, ...frames.slice(-OUTER_FRAMES)];
  }

  /** All globals if they are few, else those that the execution changes. */
  shownGlobals() {
    const { trace } = this;
    const live = trace.globals.filter((number) => trace.phase(number) !== "before");
    if (this.allGlobals || live.length <= 12) return live;
    this.written ??= new Set(Array.from(trace.leaf, (leaf) => trace.data.leaves[leaf][0]));
    return live.filter((number) => this.written.has(number)).slice(0, 100);
  }

  /** Pointers in an object: leaf and target. */
  pointers(object) {
    const { trace } = this;
    const found = [];
    for (const leaf of trace.leaves(object).slice(0, MOST_POINTERS)) {
      const value = trace.value(trace.state[leaf]);
      if (value !== null && value.target !== null) found.push({ leaf, value, target: value.target });
    }
    return found;
  }

  /** Objects with a box of their own: what is pointed to, nearest first, then memory that nothing points to. */
  shownBoxes(homes) {
    const { trace } = this;
    const reached = new Set(homes);
    const queue = [...homes];
    for (const object of queue) {
      if (trace.phase(object) === "dead") continue;
      for (const { value, target } of this.pointers(object)) {
        if (reached.has(target.object) || !this.isDrawn(target.object, value)) continue;
        reached.add(target.object);
        queue.push(target.object);
      }
    }
    const boxes = queue.slice(homes.length);
    const { at } = trace;
    const isFreedNow = (object) => trace.data.objects[object].end === at;
    this.lost = new Set(
      trace.heap.filter(
        (object) => !reached.has(object) && (trace.phase(object) === "live" || isFreedNow(object)),
      ),
    );
    boxes.push(...this.lost);
    const isChanged = (object) => trace.leaves(object).some((leaf) => this.changed.has(leaf));
    if (boxes.length <= this.most) return { boxes, hidden: 0 };
    const shown = boxes.slice(0, this.most);
    for (const leaf of this.changed.keys()) {
      const [object] = trace.data.leaves[leaf];
      if (boxes.includes(object) && !shown.includes(object) && isChanged(object)) shown.push(object);
    }
    return { boxes: shown, hidden: boxes.length - shown.length };
  }

  /** Whether a pointer in live memory points to what is gone, or outside of its object (one past the end is fine). */
  isDangling(object, { object: to, offset }) {
    const { size, kind } = this.trace.data.objects[to];
    if (this.trace.phase(object) === "dead" || kind === "function") return false;
    return this.trace.phase(to) === "dead" || offset < 0 || offset > size;
  }

  /** Functions and the texts of literals are said by the value itself. */
  isDrawn(object, value) {
    const { kind } = this.trace.data.objects[object];
    if (kind === "function" || this.trace.phase(object) === "before") return false;
    return !(kind === "constant" && (value.text.startsWith('"') || this.trace.leaves(object).length === 0));
  }

  /** Paths of each object that somebody points to. */
  pointedLeaves(objects) {
    const pointed = new Map();
    for (const object of objects) {
      for (const { target } of this.pointers(object)) {
        if (!pointed.has(target.object)) pointed.set(target.object, new Set());
        pointed.get(target.object).add(target.path);
      }
    }
    return pointed;
  }

  // Columns.

  /** The boxes in columns, wrapped when there are too many for the panel. */
  drawColumns(boxes) {
    const layer = this.layers(boxes);
    const fitting = Math.max(2, Math.floor((this.width - 260) / COLUMN_WIDTH));
    // Boxes without any pointer have no place of their own: they fill the columns.
    const loose = boxes.filter((object) => this.lost.has(object) && this.pointers(object).length === 0);
    loose.forEach((object, index) => layer.set(object, index % fitting));
    const layers = Math.max(0, ...layer.values()) + 1;
    // One column more than fits is better scrolled than wrapped.
    const columns = layers <= fitting + 1 ? layers : fitting;
    const cells = new Map();
    for (const object of boxes) {
      const place = layer.get(object);
      if (!cells.has(place)) {
        const cell = make("div", { class: "cell", "data-column": (place % columns) + 1 });
        cell.style.gridColumn = (place % columns) + 1;
        cell.style.gridRow = Math.floor(place / columns) + 1;
        cells.set(place, cell);
      }
      cells.get(place).append(this.drawBox(object));
    }
    const inOrder = [...cells.keys()].sort((a, b) => a - b);
    return make("div", { class: "columns" }, ...inOrder.map((place) => cells.get(place)));
  }

  /** For each box how many others lead to it, at most; pointers that close a circle do not count. */
  layers(boxes) {
    const isBox = new Set(boxes);
    const followed = (object) =>
      this.trace.phase(object) === "dead" ? [] : this.pointers(object).map(({ target }) => target.object);
    const next = new Map(
      boxes.map((object) => [object, followed(object).filter((to) => isBox.has(to) && to !== object)]),
    );
    const entered = new Set(boxes.flatMap((object) => next.get(object)));
    const done = []; // objects before those that lead to them
    const state = new Map();
    const forward = new Map(boxes.map((object) => [object, []]));
    const visit = (root) => {
      const path = [{ object: root, at: 0 }];
      state.set(root, "open");
      while (path.length > 0) {
        const top = path[path.length - 1];
        const to = next.get(top.object)[top.at++];
        if (to === undefined) {
          state.set(top.object, "done");
          done.push(top.object);
          path.pop();
        } else if (state.get(to) !== "open") {
          forward.get(top.object).push(to);
          if (state.get(to) === undefined) {
            state.set(to, "open");
            path.push({ object: to, at: 0 });
          }
        }
      }
    };
    const ordered = [...boxes].sort((a, b) => a - b);
    for (const object of [...ordered.filter((o) => !entered.has(o)), ...ordered])
      if (!state.has(object)) visit(object);
    const layer = new Map(boxes.map((object) => [object, 0]));
    for (const object of done.reverse()) {
      for (const to of forward.get(object)) layer.set(to, Math.max(layer.get(to), layer.get(object) + 1));
    }
    return layer;
  }

  // Boxes.

  drawFrame(frame, index) {
    if (frame === null)
      return this.moreButton(`${plural(this.hiddenFrames, "more call")}`, () => (this.allFrames = true));
    const { name, file, line } = frame.place;
    const place = file === NONE ? "" : `line ${line}`;
    const title = make(
      "button",
      { type: "button", class: "name", title: index === 0 ? "The present call" : "Go to the call" },
      name,
    );
    title.addEventListener("click", () => frame.step !== NONE && this.goTo(frame.step));
    const rows = this.frameLocals.get(frame).flatMap((object) => this.variableRows(object));
    const box = make(
      "section",
      {
        class: `box frame${index === 0 ? " present" : ""}`,
        "data-frame": frame.depth,
        "aria-label": `Call of ${name}`,
      },
      make("header", null, title, make("span", { class: "type" }, place)),
      rows.length > 0 ? make("dl", null, ...rows) : make("p", { class: "nothing" }, "no variables"),
    );
    return box;
  }

  drawGlobals() {
    const live = this.trace.globals.length;
    if (live === 0) return null;
    const box = make(
      "section",
      { class: "box globals", "aria-label": "Globals" },
      make("header", null, make("span", { class: "name" }, "Globals")),
      make("dl", null, ...this.globals.flatMap((object) => this.variableRows(object))),
    );
    if (live > this.globals.length)
      box.append(
        this.moreButton(`${number(live - this.globals.length)} more`, () => (this.allGlobals = true)),
      );
    return box;
  }

  /** A variable: a row, or a head and a row for each leaf. */
  variableRows(object) {
    const { name, type } = this.trace.data.objects[object];
    const leaves = this.trace.leaves(object);
    if (leaves.length === 1 && this.trace.pathOf(leaves[0]) === "")
      return [this.leafRow(object, leaves[0], name, type)];
    if (leaves.length === 0)
      return [this.keep(object, "", row("variable", name, type, "?", { title: "nothing is known of it" }))];
    const head = this.keep(
      object,
      "",
      make(
        "div",
        { class: "leaf aggregate" },
        make("dt", null, make("span", { class: "what" }, name), typeWords(type)),
        make("dd", null),
      ),
    );
    return [head, ...this.leafRows(object)];
  }

  drawBox(object) {
    const { trace } = this;
    const { kind, name, type, size, begin, end, depth } = trace.data.objects[object];
    const phase = trace.phase(object);
    const classes = ["box", kind, phase, ...(begin === trace.at ? ["fresh"] : [])];
    const what = `${type === "" ? "" : `${type}, `}${plural(size, "byte")}`;
    const head = this.keep(
      object,
      "",
      make(
        "header",
        { title: visible(what) },
        make("span", { class: "name" }, name),
        make("span", { class: "type" }, what),
      ),
    );
    const box = make(
      "section",
      { class: classes.join(" "), "data-object": object, "aria-label": `${name}, ${phase}` },
      head,
    );
    const leaves = this.leafRows(object);
    if (leaves.length > 0) box.append(make("dl", null, ...leaves));
    const notes = [];
    if (kind !== "heap") notes.push(kind === "local" ? `variable of depth ${depth ?? 0}` : kind);
    if (begin === trace.at) notes.push("new");
    else if (this.lost.has(object) && phase === "live") notes.push("nothing points to it");
    const foot = make("footer", null, notes.length > 0 ? notes.join(", ") : null);
    if (phase === "dead") {
      const button = make(
        "button",
        { type: "button", class: "badge", title: "Go to that step" },
        `${kind === "heap" ? "freed" : "gone"} in step ${number(end + 1)}`,
      );
      button.addEventListener("click", () => this.goTo(end));
      foot.append(button);
    }
    if (foot.childNodes.length > 0) box.append(foot);
    return box;
  }

  /** Notes the element of a leaf, or with the empty path that of the whole object. */
  keep(object, path, element) {
    if (!this.rows.has(object)) this.rows.set(object, new Map());
    this.rows.get(object).set(path, element);
    return element;
  }

  // Leaves.

  /** The leaves of an object, folded to what is of interest if they are many. */
  leafRows(object) {
    const leaves = this.trace.leaves(object);
    const rows = [];
    const shown = this.interesting(object, leaves);
    for (let index = 0; index < leaves.length; index++) {
      if (shown === null || shown.has(index)) {
        rows.push(this.leafRow(object, leaves[index], this.trace.pathOf(leaves[index]), null));
        continue;
      }
      const first = index;
      while (index + 1 < leaves.length && !shown.has(index + 1)) index++;
      rows.push(this.foldRow(object, leaves, first, index));
    }
    return rows;
  }

  /** Places of leaves that are shown, or null for all: what changed, what is pointed to, the first and the last. */
  interesting(object, leaves) {
    const { trace } = this;
    const isArray = /^(\.[^[]*)?\[/.test(trace.pathOf(leaves[leaves.length >> 1] ?? leaves[0] ?? 0) ?? "");
    const most = this.unfolded.has(object) ? MOST_UNFOLDED : isArray ? MOST_ELEMENTS : MOST_FIELDS;
    if (leaves.length <= most) return null;
    const shown = new Set();
    const show = (from, to) => {
      for (let i = Math.max(0, from); i <= Math.min(leaves.length - 1, to); i++) shown.add(i);
    };
    const plain = this.unfolded.has(object) ? MOST_UNFOLDED - 20 : isArray ? 2 : 12;
    show(0, plain - 1);
    show(leaves.length - 1, leaves.length - 1);
    const last = trace.lastChanged(object);
    const pointed = this.pointed.get(object);
    leaves.forEach((leaf, index) => {
      const isPointed = pointed !== undefined && pointed.has(trace.pathOf(leaf));
      if (leaf === last || this.changed.has(leaf) || isPointed) show(index - 1, index + 1);
    });
    return shown;
  }

  foldRow(object, leaves, first, last) {
    const { trace } = this;
    const value = trace.state[leaves[first]];
    let same = true;
    for (let i = first; i <= last && same; i++) same = trace.state[leaves[i]] === value;
    const names = `${trace.pathOf(leaves[first])} … ${trace.pathOf(leaves[last])}`;
    const button = make(
      "button",
      {
        type: "button",
        class: "unfold",
        title: `Show ${plural(last - first + 1, "leaf").replace("leafs", "leaves")}`,
      },
      names,
    );
    button.addEventListener("click", () => {
      this.unfolded.add(object);
      this.draw();
    });
    const element = make(
      "div",
      { class: "leaf folded" },
      make("dt", null, button),
      make("dd", null, same && value !== NONE ? this.valueElement(trace.value(value)) : "…"),
    );
    for (let i = first; i <= Math.min(last, first + 5000); i++)
      this.keep(object, trace.pathOf(leaves[i]), element);
    return element;
  }

  leafRow(object, leaf, name, type) {
    const { trace } = this;
    const path = trace.pathOf(leaf);
    const value = trace.value(trace.state[leaf]);
    // A long value goes below its name.
    const isLong =
      value !== null && value.text !== UNINITIALISED && name.length + value.text.length > MOST_BESIDE;
    const element = row(
      isLong ? "stacked" : "",
      name,
      type,
      value === null ? "·" : this.valueElement(value),
      {
        "data-object": object,
        "data-path": path,
        "data-value": value === null ? null : visible(value.text),
      },
    );
    if (value !== null && value.target !== null && this.isDangling(object, value.target))
      element.classList.add("dangles");
    if (this.changed.has(leaf)) {
      element.classList.add("changed");
      const before = trace.value(this.changed.get(leaf));
      if (before !== null && before.text !== UNINITIALISED && before.text !== value.text) {
        element
          .querySelector("dd")
          .append(make("span", { class: "was" }, `was ${shortened(before.text, 24)}`));
      }
      element.querySelector("dt").prepend(make("span", { class: "hidden" }, "changed: "));
    }
    this.keep(object, path, element);
    if (!this.rows.get(object).has("")) this.keep(object, "", element);
    return element;
  }

  valueElement(value) {
    if (value.text === UNINITIALISED)
      return make(
        "span",
        { class: "unset", title: UNINITIALISED },
        "?",
        make("span", { class: "hidden" }, UNINITIALISED),
      );
    if (isNull(value)) return make("span", { class: "null" }, ground(), shortened(value.text, 60));
    const text = make(
      "span",
      {
        class: value.target === null ? "plain" : "pointer",
        title: value.text.length > 28 ? visible(value.text) : null,
      },
      shortened(value.text, 200),
    );
    return text;
  }
}

/** A row: name, type, value. */
function row(classes, name, type, value, attributes) {
  return make(
    "div",
    { class: `leaf ${classes}`.trim(), ...attributes },
    make("dt", null, make("span", { class: "what" }, name), type ? typeWords(type) : null),
    make("dd", null, value),
  );
}

function typeWords(type) {
  return make("span", { class: "type", title: visible(type) }, shortened(type, 60));
}

/** The sign of electricians for the ground. */
function ground() {
  return makeSvg(
    "svg",
    { class: "ground", viewBox: "0 0 14 14", "aria-hidden": "true" },
    makeSvg("path", { d: "M7 1v5M2 6h10M4 9h6M6 12h2" }),
  );
}
