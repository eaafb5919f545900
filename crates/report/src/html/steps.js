// The list of steps and the list of inputs. Only the rows in sight are elements, since there may be 200,000.

const ROW = { short: 25, long: 43 };

class Steps {
  constructor(source, goTo) {
    this.source = source;
    this.goTo = goTo;
    this.panel = byId("steps");
    this.space = byId("steps-space");
    this.trace = null;
    this.panel.addEventListener("scroll", () => this.render());
    new ResizeObserver(() => this.render()).observe(this.panel);
    byId("only-matters").addEventListener("change", (event) => {
      this.folds.onlyMatters = event.target.checked;
      this.folds.reset();
      this.rows = null;
      this.draw();
    });
  }

  reset(trace) {
    this.trace = trace;
    this.rows = null;
    this.folds = new Folds(trace);
    this.folds.onlyMatters = byId("only-matters").checked;
    const last = trace.data.places.reduce((most, [, , line]) => Math.max(most, line), 0);
    this.panel.style.setProperty("--digits", Math.max(3, String(last).length));
  }

  /** Shows the present step. */
  draw() {
    this.layOut();
    const index = this.rowOf(this.trace.at);
    const [top, bottom] = [this.tops[index] ?? 0, this.tops[index + 1] ?? 0];
    const { scrollTop, clientHeight } = this.panel;
    if (top < scrollTop + ROW.long || bottom > scrollTop + clientHeight - ROW.long) {
      this.panel.scrollTop = top - clientHeight * 0.4;
    }
    this.render();
  }

  layOut() {
    // Without folds, the rows are the same for every step.
    if (this.rows !== null && !this.folds.onlyMatters) return;
    this.rows = this.folds.rows(this.trace.at);
    this.tops = new Float64Array(this.rows.length + 1);
    this.rows.forEach((row, index) => (this.tops[index + 1] = this.tops[index] + this.height(row)));
    this.space.style.height = `${this.tops[this.rows.length]}px`;
  }

  height(row) {
    return row.kind === "step" && this.trace.hasEffects(row.start) ? ROW.long : ROW.short;
  }

  rowOf(step) {
    const first = this.rows[0]?.kind === "left-out" ? 1 : 0;
    const after = lowerBound(this.rows.length - first, (i) => this.rows[i + first].start, step + 1);
    return after + first - 1;
  }

  render(all = false) {
    if (this.trace === null || this.rows === null) return;
    const { scrollTop, clientHeight } = this.panel;
    const from = all
      ? 0
      : Math.max(
          0,
          lowerBound(this.rows.length, (i) => this.tops[i + 1], scrollTop - 100),
        );
    const to = all
      ? Math.min(this.rows.length, 5000)
      : lowerBound(this.rows.length, (i) => this.tops[i], scrollTop + clientHeight + 100);
    const elements = [];
    for (let index = from; index < to; index++) {
      const element = this.row(this.rows[index], index);
      element.style.top = `${this.tops[index]}px`;
      element.style.height = `${this.tops[index + 1] - this.tops[index]}px`;
      elements.push(element);
    }
    this.space.replaceChildren(...elements);
    const present = this.space.querySelector("[aria-selected=true]");
    if (present === null) this.panel.removeAttribute("aria-activedescendant");
    else this.panel.setAttribute("aria-activedescendant", present.id);
  }

  row(row, index) {
    const attributes = {
      role: "option",
      id: `row-${index}`,
      "aria-posinset": index + 1,
      "aria-setsize": this.rows.length,
      "aria-selected": "false",
    };
    if (row.kind === "left-out")
      return make(
        "div",
        { ...attributes, class: "row folded", "aria-disabled": "true" },
        `${plural(row.count, "step")} before are not recorded`,
      );
    const element = row.kind === "step" ? this.stepRow(row.start, attributes) : this.foldRow(row, attributes);
    element.style.setProperty("--depth", Math.min(this.trace.depth[row.start], 8));
    return element;
  }

  foldRow(row, attributes) {
    const steps = row.end - row.start;
    const rounds =
      row.from === row.to ? `round ${number(row.from)}` : `rounds ${number(row.from)}–${number(row.to)}`;
    const text = row.kind === "rounds" ? `${rounds} of the loop` : `${plural(steps, "step")}`;
    const element = make(
      "div",
      {
        ...attributes,
        class: `row folded ${row.kind}`,
        title: `Show ${plural(steps, "step")}`,
        "data-start": row.start,
        "data-end": row.end,
      },
      make("span", { class: "number", "aria-hidden": "true" }, row.kind === "rounds" ? "↻" : "⋯"),
      make("span", { class: "first" }, text),
    );
    element.addEventListener("click", () => {
      this.folds.open(row);
      this.layOut();
      this.render();
    });
    return element;
  }

  stepRow(step, attributes) {
    const { trace } = this;
    const { name, file, line } = trace.where(step);
    const isPresent = step === trace.at;
    const fails = trace.event(step, "fail") !== undefined;
    const classes = [
      "row",
      "step",
      trace.matters[step] === 1 ? "matters" : "idle",
      ...(isPresent ? ["present"] : []),
      ...(fails ? ["fails"] : []),
    ];
    const text = this.source.text(file, line) || name;
    const isCall = step > 0 && trace.event(step, "enter") !== undefined;
    const place = file === NONE ? name : `${this.source.data.files[file].name}:${line}`;
    const element = make(
      "div",
      {
        ...attributes,
        "aria-selected": String(isPresent),
        class: classes.join(" "),
        "data-step": step,
        title: `Step ${number(step + 1)}, ${visible(place)} in ${visible(name)}`,
      },
      make("span", { class: "number" }, file === NONE ? "" : line),
      make(
        "div",
        { class: "first" },
        isCall ? make("span", { class: "call", "aria-label": "call" }, "↳") : null,
        make("code", null, shortened(text, 90)),
      ),
      make("div", { class: "second" }, ...this.effects(step)),
    );
    element.addEventListener("click", () => this.goTo(step));
    return element;
  }

  effects(step) {
    return this.trace
      .effects(step, 3)
      .map(({ kind, text }) =>
        make("span", { class: `effect ${kind}` }, kind === "fail" ? `✗ ${text}` : shortened(text, 70)),
      );
  }
}

/** The list of what came from outside. */
function drawInputs(panel, trace, files, goTo) {
  const { inputs, arguments: words, long } = trace.data;
  const asked = new Map();
  for (const [step, name, what] of trace.data.events) if (name === "input") asked.set(what, step);
  const parts = [];
  if (words !== null) {
    parts.push(
      make("h3", null, "Command line"),
      make(
        "ol",
        { class: "words", start: "0" },
        ...words.map((word) => make("li", null, make("code", null, word))),
      ),
    );
  }
  if (long.length > 0) {
    parts.push(
      make("h3", null, "Standard input and memory"),
      make("ul", { class: "words" }, ...long.map((text) => make("li", null, make("code", null, text)))),
    );
  }
  if (inputs.length === 0) parts.push(make("p", { class: "nothing" }, "The execution asks for no inputs."));
  else parts.push(make("p", { class: "nothing" }, "In the order in which the program asks for them."));
  const list = make("ol", { class: "input-list" });
  inputs
    .slice(0, 5000)
    .forEach((input, index) => list.append(inputRow(input, index, asked.get(index), files, goTo)));
  if (inputs.length > 0) parts.push(list);
  if (inputs.length > 5000)
    parts.push(make("p", { class: "nothing" }, `and ${number(inputs.length - 5000)} more`));
  panel.replaceChildren(...parts);
}

function inputRow(input, index, step, files, goTo) {
  const place = input.at === undefined ? "" : `${files[input.at[0]].name}:${input.at[1]}`;
  const value = input.arbitrary
    ? make("span", { class: "any" }, "any value")
    : make(
        "span",
        { class: "value" },
        make("code", null, shortened(input.value, 200)),
        make("span", { class: "bits" }, input.bits === "" ? "" : `0x${shortened(input.bits, 40)}`),
      );
  const name = make(
    step === undefined ? "span" : "button",
    step === undefined ? null : { type: "button", class: "name", title: `Go to step ${number(step + 1)}` },
    input.name,
  );
  if (step !== undefined) name.addEventListener("click", () => goTo(step));
  return make(
    "li",
    { "data-input": index },
    make("div", null, name, make("span", { class: "type" }, input.type)),
    value,
    make("span", { class: "place" }, place),
  );
}
