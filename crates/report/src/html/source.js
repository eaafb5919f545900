// The source of a file: lines with numbers, verdicts in the margin, and for an execution how often each line
// was executed and which one is the present.

/** Lines that are made at a time; files with more lines than the second number are made where one looks. */
const CHUNK = 200;
const MOST_LINES = 4000;

class Source {
  /** `actions.open(property)` is called when somebody asks for a property, `actions.hint(element, properties)` to explain it. */
  constructor(data, actions) {
    this.data = data;
    this.actions = actions;
    this.panel = byId("source");
    this.select = byId("files");
    this.file = NONE;
    this.trace = null;
    this.present = null;
    this.marks = this.gatherMarks();
    this.observer = new IntersectionObserver(
      (entries) => entries.filter((e) => e.isIntersecting).forEach((e) => this.fill(e.target)),
      { root: this.panel, rootMargin: "1000px" },
    );
    data.files.forEach((file, number) => this.select.append(make("option", { value: number }, file.name)));
    this.select.addEventListener("change", () => this.open(Number(this.select.value)));
    this.colours = new Map();
  }

  /** Properties by file and line. */
  gatherMarks() {
    const marks = new Map();
    this.data.properties.forEach((property, number) => {
      if (property.at === undefined) return;
      const [file, line] = property.at;
      if (!marks.has(file)) marks.set(file, new Map());
      if (!marks.get(file).has(line)) marks.get(file).set(line, []);
      marks.get(file).get(line).push(number);
    });
    return marks;
  }

  lines(file) {
    if (!this.colours.has(file)) {
      const { name, source } = this.data.files[file];
      this.colours.set(file, source === null ? null : coloured(source, languageOf(name)));
    }
    return this.colours.get(file);
  }

  /** The text of a line, without space around it; empty if it is not known. */
  text(file, line) {
    const pieces = file === NONE ? undefined : this.lines(file)?.[line - 1];
    return pieces === undefined
      ? ""
      : pieces
          .map(([, text]) => text)
          .join("")
          .trim();
  }

  /** Another execution, or null for none; `culprit` is the place that fails. */
  setTrace(trace, culprit) {
    this.trace = trace;
    this.culprit = culprit;
    this.present = null;
    const shown = this.file;
    this.file = NONE;
    if (shown !== NONE) this.open(shown);
  }

  open(file) {
    if (file === this.file || file === NONE || this.data.files[file] === undefined) return;
    this.file = file;
    this.select.value = String(file);
    this.runs = this.trace?.coverage().get(file) ?? new Map();
    this.observer.disconnect();
    const lines = this.lines(file);
    if (lines === null) {
      this.panel.replaceChildren(
        make("p", { class: "nothing" }, `The source of ${this.data.files[file].name} could not be read.`),
      );
    } else {
      this.panel.replaceChildren(...this.chunks(lines));
    }
    this.panel.scrollTop = 0;
    const { name } = this.data.files[file];
    byId("coverage").textContent =
      this.trace === null
        ? ""
        : `${plural(this.runs.size, "line")} of ${shortened(name.replace(/^.*\//, ""), 30)} executed`;
    this.markPresent();
    this.actions.opened(file);
  }

  chunks(lines) {
    const digits = String(lines.length).length;
    const chunks = [];
    for (let first = 0; first < lines.length; first += CHUNK) {
      const count = Math.min(CHUNK, lines.length - first);
      const chunk = make("div", { class: "chunk", "data-first": first });
      chunk.style.setProperty("--lines", count);
      chunk.style.setProperty("--digits", digits);
      if (lines.length <= MOST_LINES) this.fill(chunk);
      else this.observer.observe(chunk);
      chunks.push(chunk);
    }
    return chunks;
  }

  fill(chunk) {
    if (chunk.childElementCount > 0) return;
    const first = Number(chunk.dataset.first);
    const lines = this.lines(this.file);
    for (let index = first; index < Math.min(first + CHUNK, lines.length); index++)
      chunk.append(this.line(index + 1, lines[index]));
  }

  fillAll() {
    for (const chunk of this.panel.querySelectorAll(".chunk")) this.fill(chunk);
  }

  line(line, pieces) {
    const runs = this.runs.get(line);
    const isCulprit = this.culprit?.file === this.file && this.culprit.line === line;
    const code = make(
      "code",
      null,
      ...this.pieces(isCulprit ? splitAt(pieces, this.culprit.column) : pieces),
    );
    return make(
      "div",
      {
        class: `line${runs === undefined ? "" : " executed"}${isCulprit ? " fails" : ""}`,
        "data-line": line,
      },
      make("span", { class: "margin" }, this.mark(line)),
      make("span", { class: "number" }, line),
      make(
        "span",
        {
          class: "runs",
          title: runs === undefined ? null : `executed ${runs === 1 ? "once" : number(runs) + " times"}`,
        },
        runsWords(runs),
      ),
      code,
    );
  }

  pieces(pieces) {
    return pieces.map(([kind, text]) =>
      kind === null ? visible(text) : make("span", { class: kind }, text),
    );
  }

  /** The worst verdict of a line and how many properties it has. */
  mark(line) {
    const properties = this.marks.get(this.file)?.get(line);
    if (properties === undefined) return null;
    const verdicts = properties.map((number) => this.data.properties[number].verdict);
    const worst = VERDICTS.find((verdict) => verdicts.includes(verdict));
    const label = properties
      .map((number) => `${this.data.properties[number].kind} ${this.data.properties[number].shown}`)
      .join("; ");
    const mark = make(
      "button",
      { type: "button", class: `mark ${worst}`, "aria-label": `Line ${line}: ${label}` },
      GLYPHS[worst],
      properties.length > 1 ? make("sub", null, properties.length) : null,
    );
    const first = properties[verdicts.indexOf(worst)];
    mark.addEventListener("click", () => this.actions.open(first));
    const show = () => this.actions.hint(mark, properties);
    const hide = () => this.actions.hint(null);
    for (const [event, handler] of [
      ["pointerenter", show],
      ["focus", show],
      ["pointerleave", hide],
      ["blur", hide],
    ])
      mark.addEventListener(event, handler);
    return mark;
  }

  // The present line.

  element(line) {
    const chunk = this.panel.children[Math.floor((line - 1) / CHUNK)];
    if (chunk === undefined || !chunk.classList.contains("chunk")) return null;
    this.fill(chunk);
    return chunk.children[(line - 1) % CHUNK] ?? null;
  }

  /** Shows a line of a file; with effects it is the present one of the execution. */
  show(file, line, effects) {
    this.clearPresent();
    this.present = effects === undefined ? null : { file, line, effects };
    if (file === NONE) return;
    if (file === this.file) this.markPresent();
    else this.open(file);
    const element = this.element(line);
    if (element === null) return;
    if (effects === undefined) {
      element.classList.remove("found");
      void element.offsetWidth; // starts the animation again
      element.classList.add("found");
    }
    this.reveal(element, effects === undefined);
  }

  clearPresent() {
    for (const element of this.panel.querySelectorAll(".line.present")) {
      element.classList.remove("present");
      element.removeAttribute("aria-current");
      element.querySelector(".effects")?.remove();
    }
    for (const element of this.panel.querySelectorAll(".line.found")) element.classList.remove("found");
  }

  markPresent() {
    if (this.present === null || this.present.file !== this.file) return;
    const { line, effects } = this.present;
    const element = this.element(line);
    if (element === null) return;
    element.classList.add("present");
    element.setAttribute("aria-current", "step");
    if (effects.length > 0)
      element.append(
        make("span", { class: "effects" }, shortened(effects.map(({ text }) => text).join("  ·  "), 120)),
      );
  }

  /** Scrolls the panel alone, and only when the line is near an edge or not in sight. */
  reveal(element, always) {
    const { top: panelTop, bottom: panelBottom, height } = this.panel.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    const margin = Math.min(60, height / 4);
    if (!always && top >= panelTop + margin && bottom <= panelBottom - margin) return;
    this.panel.scrollTop += top - panelTop - height * 0.4;
  }
}

/** How often a line was executed, in at most seven characters. */
function runsWords(runs) {
  if (runs === undefined) return "";
  if (runs === 1) return "·";
  return runs < 100_000
    ? `×${number(runs)}`
    : runs < 10_000_000
      ? `×${number(Math.floor(runs / 1000))}k`
      : `×${number(Math.floor(runs / 1_000_000))}M`;
}

/** Pieces of a line with the word at a column (from 1, in bytes of UTF-8) marked. */
function splitAt(pieces, column) {
  if (column <= 0) return pieces;
  const text = pieces.map(([, piece]) => piece).join("");
  let bytes = 1;
  let start = 0;
  for (const character of text) {
    if (bytes >= column) break;
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    start += character.length;
  }
  if (start >= text.length) return pieces;
  let end = start + String.fromCodePoint(text.codePointAt(start)).length;
  if (isWord(text[start])) while (end < text.length && isWord(text[end])) end++;
  const out = [];
  let at = 0;
  for (const [kind, piece] of pieces) {
    const cuts = [0, start - at, end - at, piece.length].map((cut) =>
      Math.min(Math.max(cut, 0), piece.length),
    );
    [kind, "culprit", kind].forEach((piecesKind, i) => {
      if (cuts[i] < cuts[i + 1]) out.push([piecesKind, piece.slice(cuts[i], cuts[i + 1])]);
    });
    at += piece.length;
  }
  return out;
}
