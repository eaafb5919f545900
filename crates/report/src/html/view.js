// The page as a whole: which view is shown, the table of properties, keys, colours.
//
// What is shown is said by the fragment of the address: #overview, #source, #property-N, #trace-N or
// #trace-N-STEP. So the buttons of the browser work, and a step can be sent to somebody.

const data = JSON.parse(byId("data").textContent);
const source = new Source(data, { open: openProperty, hint: showHint, opened: drawMarks });
const memory = new Memory(byId("memory"), goTo);
const steps = new Steps(source, goTo);
let shown = null; // the number of the trace that is open
let trace = null;

// Views.

function route() {
  const [, view, first, second] = /^#(overview|source|property|trace)(?:-(\d+))?(?:-(\d+))?$/.exec(
    location.hash,
  ) ?? [null, "overview"];
  const isOverview = view === "overview";
  byId("view-overview").hidden = !isOverview;
  byId("view-workbench").hidden = isOverview;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === (isOverview ? "overview" : "source")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.documentElement.classList.toggle("working", !isOverview);
  if (view === "property") showProperty(Number(first));
  else if (view === "trace") showTrace(Number(first), second === undefined ? null : Number(second) - 1);
  else if (view === "source") showSource();
}

function showSource() {
  if (source.file === NONE && data.files.length > 0) source.open(0);
  if (trace !== null) present();
}

function showProperty(index) {
  const property = data.properties[index];
  if (property === undefined) return showSource();
  if (property.at === undefined) return;
  source.show(property.at[0], property.at[1]);
  if (trace === null) selectTab("marks");
}

function openProperty(index) {
  const property = data.properties[index];
  location.hash = property.trace === undefined ? `#property-${index}` : `#trace-${property.trace}`;
}

/** Opens an execution: at a step, or where it was left, or at its failure. */
function showTrace(index, step) {
  const element = byId(`data-trace-${index}`);
  if (element === null) return showSource();
  if (shown !== index) {
    shown = index;
    trace = new Trace(JSON.parse(element.textContent));
    const property = data.properties[data.traces[index]];
    const [file, line, column] = property.at ?? [NONE, 0, 0];
    source.setTrace(trace, { file, line, column });
    memory.reset(trace);
    steps.reset(trace);
    step ??= trace.length - 1;
    drawTraceHead(property);
    drawInputs(byId("panel-inputs"), trace, data.files, goTo);
    byId("tab-inputs").textContent = `Inputs (${number(trace.data.inputs.length)})`;
    selectTab(trace.length > 0 ? "steps" : "inputs");
  }
  byId("trace-head").hidden = false;
  byId("state").hidden = trace.length === 0;
  byId("view-workbench").classList.add("tracing");
  goTo(step ?? trace.at, false);
}

function drawTraceHead(property) {
  const title = byId("trace-title");
  title.replaceChildren(
    make("span", { class: "glyph", "aria-hidden": "true" }, GLYPHS.failed),
    make("code", null, trace.data.kind),
    make("span", { class: "message" }, trace.data.message),
    property.note === "" ? "" : make("code", { class: "note" }, property.note),
  );
  const details = [...trace.data.details];
  if (trace.length === 0) details.push("The execution was not recorded; only its inputs are known.");
  byId("trace-details").replaceChildren(...details.map((detail) => make("li", null, detail)));
  byId("slider").max = String(Math.max(1, trace.length));
  document.querySelector(".controls").hidden = trace.length === 0;
  for (const tab of ["tab-steps"]) byId(tab).hidden = trace.length === 0;
  drawProfile();
}

/** How deep the stack is over time, and where the steps that matter are. */
function drawProfile() {
  const svg = byId("profile");
  const [width, height] = [1000, 24];
  const samples = Math.min(trace.length, width);
  const deepest = trace.depth.reduce((most, depth) => Math.max(most, depth), 0) + 1;
  let path = `M0 ${height}`;
  let ticks = "";
  for (let sample = 0; sample < samples; sample++) {
    const [from, to] = [sample, sample + 1].map((part) => Math.floor((part * trace.length) / samples));
    let depth = 0;
    let matters = false;
    for (let step = from; step < to; step++) {
      depth = Math.max(depth, trace.depth[step]);
      matters ||= trace.matters[step] === 1;
    }
    const [left, right] = [sample, sample + 1].map((part) => ((part * width) / samples).toFixed(2));
    const top = (height - 4 - ((depth + 1) / deepest) * (height - 8)).toFixed(1);
    path += `L${left} ${top}L${right} ${top}`;
    if (matters) ticks += `M${left} ${height - 2}H${right}`;
  }
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(
    makeSvg("path", { class: "depth", d: `${path}L${width} ${height}Z` }),
    makeSvg("path", { class: "ticks", d: ticks }),
  );
}

// Steps.

/** Makes a step the present one. */
function goTo(step, announce = true) {
  if (trace === null) return;
  if (trace.length > 0) trace.seek(Math.min(Math.max(step, 0), trace.length - 1));
  present();
  if (trace.length === 0) return;
  rememberStep();
  if (announce) announceStep();
}

function present() {
  if (trace.length === 0) {
    const { file, line } = source.culprit;
    if (file !== NONE) source.show(file, line, []);
    drawStack();
    return;
  }
  const { file, line } = trace.where(trace.at);
  source.show(
    file,
    line,
    trace.effects(trace.at, 3).filter(({ kind }) => kind !== "round"),
  );
  byId("slider").value = String(trace.at + 1);
  byId("position").textContent = `${number(trace.at + 1)} of ${number(trace.length)}`;
  byId("state-when").textContent = `after step ${number(trace.at + 1)}`;
  byId("view-workbench").dataset.step = trace.at;
  for (const button of document.querySelectorAll("[data-go]"))
    button.disabled = trace.go(button.dataset.go) === trace.at;
  drawStack();
  memory.draw();
  steps.draw();
}

/** The calls under way, outermost first; those in the middle of many are left out. */
function drawStack() {
  const frames =
    trace.length > 0
      ? trace.frames().reverse()
      : trace.data.stack.map((place) => ({ step: NONE, place: trace.place(place) })).reverse();
  const items = frames.map(({ step, place }, index) => {
    const text = [make("code", null, place.name), place.file === NONE ? "" : ` ${place.line}`];
    const isLast = index === frames.length - 1;
    if (step === NONE || isLast) return make("li", isLast ? { "aria-current": "true" } : null, ...text);
    const button = make("button", { type: "button", title: "Go to the call" }, ...text);
    button.addEventListener("click", () => goTo(step));
    return make("li", null, button);
  });
  if (items.length > 12)
    items.splice(4, items.length - 10, make("li", null, `${number(items.length - 10)} more`));
  byId("stack").replaceChildren(...items);
}

let remembering = 0;

/** Puts the step into the address, when one stays there: browsers dislike addresses that change at every key. */
function rememberStep() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    if (byId("view-workbench").hidden || shown === null) return;
    history.replaceState(null, "", `#trace-${shown}-${trace.at + 1}`);
  }, 400);
}

function announceStep() {
  const { name, file, line } = trace.where(trace.at);
  const effects = trace
    .effects(trace.at, 3)
    .map(({ text }) => text)
    .join(", ");
  const place = file === NONE ? name : `line ${line} in ${name}`;
  byId("announce").textContent = visible(
    `Step ${trace.at + 1}: ${place}. ${source.text(file, line)}. ${effects}`,
  );
}

const KEYS = {
  ArrowRight: "forward",
  ArrowLeft: "back",
  ArrowDown: "over",
  ArrowUp: "over-back",
  Home: "first",
  End: "last",
  n: "next-that-matters",
  p: "previous-that-matters",
  o: "out",
  i: "out-back",
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("keys").open) return;
  const isTyping =
    event.target.closest?.("input:not([type=checkbox], [type=range]), select, textarea, [role=separator], [role=tab]") ??
    null;
  if (isTyping !== null && event.key !== "Escape") return;
  if (event.key === "?") return showKeys();
  if (byId("view-workbench").hidden) return;
  if (event.key === "Escape") {
    location.hash = "#overview";
    return;
  }
  const move = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (move === undefined || trace === null || trace.length === 0) return;
  event.preventDefault();
  goTo(trace.go(move));
}

function showKeys() {
  byId("keys").showModal();
}

// The list of properties of a file, and the hint at a mark.

function propertyItem(index) {
  const property = data.properties[index];
  const note = property.note === "" ? null : make("span", { class: "note" }, shortened(property.note, 120));
  return [
    make("span", { class: `glyph ${property.verdict}`, "aria-hidden": "true" }, GLYPHS[property.verdict]),
    make(
      "span",
      { class: "words" },
      make("code", null, property.kind),
      ` ${shortened(property.shown, 160)}`,
      note,
    ),
  ];
}

function drawMarks(file) {
  const lines = [...(source.marks.get(file) ?? new Map()).entries()].sort((a, b) => a[0] - b[0]);
  const list = make("ul", { class: "mark-list" });
  for (const [line, properties] of lines) {
    for (const index of properties) {
      list.append(
        make(
          "li",
          null,
          make(
            "a",
            { href: `#property-${index}` },
            make("span", { class: "number" }, line),
            ...propertyItem(index),
          ),
        ),
      );
    }
  }
  byId("panel-marks").replaceChildren(
    lines.length > 0 ? list : make("p", { class: "nothing" }, "No properties in this file."),
  );
}

function showHint(anchor, properties) {
  const hint = byId("hint");
  hint.hidden = anchor === null;
  if (anchor === null) return;
  const items = properties
    .slice(0, 12)
    .map((index) =>
      make(
        "li",
        null,
        ...propertyItem(index),
        make("span", { class: "message" }, data.properties[index].message),
      ),
    );
  if (properties.length > 12) items.push(make("li", null, `and ${properties.length - 12} more`));
  hint.replaceChildren(make("ul", null, ...items));
  const { left, bottom, top } = anchor.getBoundingClientRect();
  const { width, height } = hint.getBoundingClientRect();
  hint.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  hint.style.top = `${bottom + height + 6 < innerHeight ? bottom + 4 : top - height - 4}px`;
}

// Tabs, splitters.

function selectTab(name) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isSelected = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isSelected;
  }
}

function prepareTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  for (const tab of tabs) {
    tab.addEventListener("click", () => selectTab(tab.id.slice("tab-".length)));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by === undefined) return;
      const usable = tabs.filter((other) => !other.hidden);
      const next = usable[(usable.indexOf(tab) + by + usable.length) % usable.length];
      selectTab(next.id.slice("tab-".length));
      next.focus();
    });
  }
}

function prepareSplitter(splitter) {
  const panels = document.querySelector(".panels");
  const property = `--${splitter.dataset.panel}`;
  const sign = splitter.dataset.panel === "side" ? 1 : -1;
  const panel = document.querySelector(`.panel.${splitter.dataset.panel}`);
  const resize = (width) =>
    panels.style.setProperty(property, `${Math.min(Math.max(width, 180), innerWidth - 500)}px`);
  splitter.addEventListener("pointerdown", (down) => {
    const width = panel.getBoundingClientRect().width;
    splitter.setPointerCapture(down.pointerId);
    splitter.onpointermove = (move) => resize(width + sign * (move.clientX - down.clientX));
    splitter.onpointerup = () => (splitter.onpointermove = null);
  });
  splitter.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 24, ArrowLeft: -24 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(panel.getBoundingClientRect().width + sign * by);
  });
}

// The table of properties.

function prepareTable() {
  const table = byId("properties");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const pressedVerdicts = new Set();
  const filter = () => {
    const words = byId("filter-text")
      .value.toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const { verdict } = data.properties[row.dataset.property];
      row.hidden =
        (pressedVerdicts.size > 0 && !pressedVerdicts.has(verdict)) ||
        !words.every((word) => text.includes(word));
      if (!row.hidden) count++;
    }
    byId("filter-count").textContent =
      count === rows.length ? "" : `${number(count)} of ${number(rows.length)}`;
  };
  for (const button of document.querySelectorAll(".filter")) {
    button.addEventListener("click", () => {
      const { verdict } = button.dataset;
      if (!pressedVerdicts.delete(verdict)) pressedVerdicts.add(verdict);
      button.setAttribute("aria-pressed", String(pressedVerdicts.has(verdict)));
      filter();
    });
  }
  byId("filter-text").addEventListener("input", filter);
  body.addEventListener("click", (event) => {
    if (event.target.closest("a") !== null || String(getSelection()) !== "") return;
    const row = event.target.closest("tr");
    if (row !== null) location.hash = row.dataset.target;
  });
  prepareSorting(table, body, rows);
}

function prepareSorting(table, body, rows) {
  const keys = [
    (p) => [VERDICTS.indexOf(p.verdict)],
    (p) => [p.kind],
    (p) => (p.at === undefined ? ["\uffff"] : [data.files[p.at[0]].name, p.at[1], p.at[2]]),
    (p) => [p.function],
    (p) => [p.note],
  ];
  const compare = (a, b) => {
    for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
  };
  [...table.tHead.rows[0].cells].forEach((cell, column) => {
    const button = make(
      "button",
      { type: "button" },
      cell.textContent,
      make("span", { class: "order", "aria-hidden": "true" }),
    );
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const descending = cell.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const keyed = rows.map((row) => ({
        row,
        key: keys[column](data.properties[row.dataset.property]),
        place: Number(row.dataset.property),
      }));
      keyed.sort((a, b) => (descending ? -1 : 1) * compare(a.key, b.key) || a.place - b.place);
      body.append(...keyed.map(({ row }) => row));
    });
  });
}

// Colours.

const THEMES = { auto: "as the system", light: "light", dark: "dark" };

function setTheme(theme) {
  const button = byId("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  button.textContent = theme[0].toUpperCase() + theme.slice(1);
  button.setAttribute("aria-label", `Colours: ${THEMES[theme]}`);
  button.dataset.theme = theme;
}

function prepareTheme() {
  const key = "fathom-theme";
  // A browser may forbid storage for files; then the choice lasts as long as the page.
  const stored = (() => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  })();
  setTheme(stored !== null && Object.hasOwn(THEMES, stored) ? stored : "auto");
  byId("theme").addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(byId("theme").dataset.theme) + 1) % names.length];
    setTheme(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // See above.
    }
  });
}

// Paper has no scroll bars: all rows and lines are made before printing.
addEventListener("beforeprint", () => {
  source.fillAll();
  if (trace !== null && trace.length > 0) steps.render(true);
});
addEventListener("afterprint", () => trace !== null && trace.length > 0 && steps.render());

for (const button of document.querySelectorAll("[data-go]"))
  button.addEventListener("click", () => trace !== null && goTo(trace.go(button.dataset.go)));
byId("slider").addEventListener("input", (event) => goTo(Number(event.target.value) - 1));
byId("show-keys").addEventListener("click", showKeys);
addEventListener("keydown", pressed);
addEventListener("hashchange", route);
document.querySelectorAll(".splitter").forEach(prepareSplitter);
prepareTabs();
prepareTable();
prepareTheme();
route();
