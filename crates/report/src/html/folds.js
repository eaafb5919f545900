// What the list of steps shows. Steps that do not matter for the failure are folded, and so are the rounds of
// a loop between the first and the last; around the present step everything is open.
//
// The evidence says where rounds begin, not where a loop ends. It ends with its call, with the next round of
// a loop around it, or where execution leaves the lines that its complete rounds went through.

/** Loops that went round at least twice, each with its rounds and the loops inside: a list of trees. */
function findLoops(trace) {
  const open = []; // by depth, the loops under way in that call, outermost first
  const found = [];
  const close = (depth, from, step) => {
    for (const loop of (open[depth] ?? []).splice(from)) loop.end = step;
  };
  for (let step = 0; step < trace.length; step++) {
    const depth = trace.depth[step];
    while (open.length > depth + 1) {
      close(open.length - 1, 0, step);
      open.pop();
    }
    if (trace.event(step, "enter") !== undefined) close(depth, 0, step);
    for (const event of trace.events(step)) {
      if (event.name !== "round") continue;
      const { file, line } = trace.where(step);
      open[depth] ??= [];
      const same = open[depth].findLastIndex((loop) => loop.line === line && loop.file === file);
      const loop = open[depth][same];
      if (same >= 0 && event.what > loop.rounds[loop.rounds.length - 1].number) {
        close(depth, same + 1, step);
        loop.rounds.push({ start: step, number: event.what });
        continue;
      }
      if (same >= 0) close(depth, same, step);
      const opened = {
        file,
        line,
        depth,
        start: step,
        end: trace.length,
        rounds: [{ start: step, number: event.what }],
        inner: [],
      };
      open[depth].push(opened);
      found.push(opened);
    }
  }
  const loops = found.filter((loop) => loop.rounds.length > 1);
  for (const loop of loops) trimLoop(trace, loop);
  return nested(loops);
}

/** Ends a loop where its last round leaves the lines of the rounds before. */
function trimLoop(trace, loop) {
  const last = loop.rounds[loop.rounds.length - 1].start;
  let [low, high] = [loop.line, loop.line];
  for (let step = loop.start; step < last; step++) {
    const { file, line } = trace.where(step);
    if (trace.depth[step] !== loop.depth || file !== loop.file) continue;
    low = Math.min(low, line);
    high = Math.max(high, line);
  }
  for (let step = last; step < loop.end; step++) {
    const { file, line } = trace.where(step);
    if (trace.depth[step] === loop.depth && file === loop.file && (line < low || line > high))
      loop.end = step;
  }
}

/** Loops in a list as trees; a loop never reaches beyond the one around it. */
function nested(loops) {
  const outermost = [];
  const around = [];
  for (const loop of loops.sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (around.length > 0 && around[around.length - 1].end <= loop.start) around.pop();
    const parent = around[around.length - 1];
    if (parent !== undefined) loop.end = Math.min(loop.end, parent.end);
    (parent?.inner ?? outermost).push(loop);
    around.push(loop);
  }
  return outermost;
}

/** The rows of the list of steps. Folds that were opened stay open until `reset`. */
class Folds {
  constructor(trace) {
    this.trace = trace;
    this.onlyMatters = true;
    this.reset();
  }

  reset() {
    this.opened = [];
  }

  open(row) {
    this.opened.push(row);
  }

  isOpened(kind, start, end) {
    return this.opened.some((row) => row.kind === kind && row.start <= start && end <= row.end);
  }

  /** Rows of kind "step", "steps" (folded), "rounds" (folded) and "left-out"; all but the last have a start and an end. */
  rows(present) {
    this.present = present;
    this.out = [];
    if (this.trace.data.left_out > 0) this.out.push({ kind: "left-out", count: this.trace.data.left_out });
    this.range(0, this.trace.length, this.trace.loops);
    return this.out;
  }

  anyMatters(start, end) {
    return this.trace.mattersBefore[end] > this.trace.mattersBefore[start];
  }

  range(start, end, loops) {
    let at = start;
    for (
      let i = lowerBound(loops.length, (k) => loops[k].start, start);
      i < loops.length && loops[i].start < end;
      i++
    ) {
      this.plain(at, loops[i].start);
      this.loop(loops[i]);
      at = loops[i].end;
    }
    this.plain(at, end);
  }

  loop(loop) {
    if (this.onlyMatters && !this.anyMatters(loop.start, loop.end)) return this.plain(loop.start, loop.end);
    const { rounds } = loop;
    const endOf = (index) => (index + 1 < rounds.length ? rounds[index + 1].start : loop.end);
    const isShown = (index) => {
      const [start, end] = [rounds[index].start, endOf(index)];
      if (!this.onlyMatters || rounds.length <= 3 || index === 0 || index === rounds.length - 1) return true;
      return (start <= this.present && this.present < end) || this.isOpened("rounds", start, end);
    };
    for (let index = 0; index < rounds.length; index++) {
      if (isShown(index)) {
        this.range(rounds[index].start, endOf(index), loop.inner);
        continue;
      }
      const first = index;
      while (!isShown(index + 1)) index++;
      this.out.push({
        kind: "rounds",
        start: rounds[first].start,
        end: endOf(index),
        from: rounds[first].number,
        to: rounds[index].number,
        loop,
      });
    }
  }

  plain(start, end) {
    for (let step = start; step < end; step++) {
      if (this.isPlainShown(step)) {
        this.out.push({ kind: "step", start: step, end: step + 1 });
        continue;
      }
      const first = step;
      while (step + 1 < end && !this.isPlainShown(step + 1)) step++;
      this.fold(first, step + 1);
    }
  }

  /** Folds steps, together with folded ones just before; one step alone is shown, it takes no more space. */
  fold(start, end) {
    const last = this.out[this.out.length - 1];
    const joins = last !== undefined && last.end === start && (last.kind === "steps" || last.isAlone);
    if (joins) this.out.pop();
    const first = joins ? last.start : start;
    if (end - first === 1) this.out.push({ kind: "step", start: first, end, isAlone: true });
    else this.out.push({ kind: "steps", start: first, end });
  }

  isPlainShown(step) {
    if (!this.onlyMatters || this.trace.matters[step] === 1 || step === this.present) return true;
    return step === 0 || step === this.trace.length - 1 || this.isOpened("steps", step, step + 1);
  }
}
