// Arrows for pointers. Boxes stand in columns with gutters between them, so an arrow to the next column is a
// curve inside a gutter. A longer one leaves the gutter for a channel that is free of boxes in every column
// that it crosses, and goes down the gutter beside its target. So no arrow crosses text.

const LANE = 6;
const CORNER = 5;

class Arrows {
  constructor(memory, picture, stack, objects) {
    this.memory = memory;
    this.picture = picture;
    this.stack = stack;
    this.objects = objects;
    this.svg = makeSvg("svg", { class: "arrows", "aria-hidden": "true" });
    this.picture.append(this.svg);
    picture.addEventListener("pointerover", (event) => this.emphasise(event.target));
    picture.addEventListener("pointerleave", () => this.emphasise(null));
  }

  draw() {
    this.measure();
    this.lanes = new Map();
    this.svg.replaceChildren(
      marker("head", "M0 0L7 3.5L0 7z"),
      marker("faint-head", "M0 0L7 3.5L0 7z"),
      marker("cross", "M0 0L7 7M7 0L0 7"),
    );
    for (const object of this.objects) {
      for (const pointer of this.memory.pointers(object)) this.arrow(object, pointer);
    }
  }

  /** Thickens the arrows from and to the box under the pointer. */
  emphasise(element) {
    const box = element?.closest?.("[data-object]");
    const object = box?.getAttribute("data-object");
    for (const path of this.svg.querySelectorAll("path[data-from]")) {
      path.classList.toggle(
        "hot",
        object !== undefined &&
          object !== null &&
          (path.dataset.from === object || path.dataset.to === object),
      );
    }
  }

  // Measures, in pixels of the picture.

  measure() {
    const origin = this.picture.getBoundingClientRect();
    this.rectangle = (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return {
        left: left - origin.left,
        right: right - origin.left,
        top: top - origin.top,
        bottom: bottom - origin.top,
      };
    };
    const columns = [];
    const add = (column, boxes) => {
      columns[column] ??= { left: Infinity, right: 0, boxes: [] };
      for (const box of boxes) {
        const rectangle = this.rectangle(box);
        columns[column].left = Math.min(columns[column].left, rectangle.left);
        columns[column].right = Math.max(columns[column].right, rectangle.right);
        columns[column].boxes.push(rectangle);
      }
    };
    add(0, this.stack.querySelectorAll(".box"));
    for (const cell of this.picture.querySelectorAll(".cell"))
      add(Number(cell.dataset.column), cell.querySelectorAll(".box"));
    this.columns = columns;
  }

  columnOf(element) {
    const cell = element.closest(".cell");
    return cell === null ? 0 : Number(cell.dataset.column);
  }

  /** The space right of a column. */
  gutter(column) {
    const left = this.columns[column].right;
    const right = this.columns[column + 1]?.left ?? left + 36;
    return { left, right };
  }

  // Routes.

  arrow(object, { leaf, value, target }) {
    const { memory } = this;
    const from = memory.rows.get(object)?.get(memory.trace.pathOf(leaf));
    const goal = this.goal(target, value.text);
    if (from === undefined || from.classList.contains("folded") || goal === null) return;
    const source = this.rectangle(from);
    const ends = {
      y: (source.top + source.bottom) / 2,
      column: this.columnOf(from),
      box: this.rectangle(from.closest(".box")),
      goalY: goal.y,
      goalColumn: this.columnOf(goal.element),
      goalBox: this.rectangle(goal.element.closest(".box")),
    };
    const path = this.route(ends);
    const isFaint = memory.trace.phase(object) === "dead";
    const kind = memory.isDangling(object, target) ? "dangling" : isFaint ? "faint" : "points";
    const end = { dangling: "cross", faint: "faint-head", points: "head" }[kind];
    this.svg.append(
      makeSvg("path", {
        d: path,
        class: kind,
        "marker-end": `url(#${end})`,
        "data-from": object,
        "data-to": target.object,
      }),
      makeSvg("circle", { class: `port ${kind}`, cx: this.exit, cy: ends.y, r: 3 }),
    );
  }

  /** Where an arrow to a target ends: the element and the height. Null if it is not drawn. */
  goal({ object, offset, path }, text) {
    const { memory } = this;
    const rows = memory.rows.get(object);
    if (rows === undefined) return null;
    const { size } = memory.trace.data.objects[object];
    const whole = rows.get("");
    const middle = (element) => {
      const { top, bottom } = this.rectangle(element);
      return (top + bottom) / 2;
    };
    if (offset < 0 || offset >= size) {
      const box = this.rectangle(whole.closest(".box"));
      const last = [...rows.values()].pop();
      const y = memory.atHome.has(object)
        ? this.rectangle(last).bottom - 2
        : offset < 0
          ? box.top + 3
          : box.bottom - 4;
      return { element: whole, y };
    }
    const firstField = (
      memory.trace.leaves(object).length > 0 ? memory.trace.pathOf(memory.trace.leaves(object)[0]) : ""
    ).startsWith(".");
    // A pointer to the start of a structure points to all of it, unless its text names the first field.
    const isWhole = offset === 0 && firstField && !(path !== "" && text.endsWith(path));
    const element = isWhole ? whole : (rows.get(path) ?? whole);
    return { element, y: middle(element) };
  }

  route({ y, column, box, goalY, goalColumn, goalBox }) {
    const isBelow = goalBox.top > box.bottom;
    const wraps = goalColumn > 0 && goalColumn < column && isBelow;
    const backwards = goalColumn < column && !wraps;
    // Gutters are named by the column on their left.
    const exitGutter = backwards ? column - 1 : column;
    const entryGutter = goalColumn > column || wraps ? goalColumn - 1 : goalColumn;
    const entersLeft = goalColumn > column || wraps;
    this.exit = backwards ? box.left : box.right;
    const end = entersLeft ? goalBox.left : goalBox.right;
    const out = backwards ? -1 : 1;
    const into = entersLeft ? 1 : -1;
    if (exitGutter === entryGutter) return this.curve(this.exit, y, end, goalY, out, into);
    return this.detour({ y, goalY, out, into, end, exitGutter, entryGutter });
  }

  /** A curve inside one gutter. */
  curve(x, y, end, goalY, out, into) {
    const tip = end - into * 2;
    const reach =
      out === into ? Math.max(14, Math.abs(tip - x) * 0.6) : Math.min(30, 16 + Math.abs(goalY - y) * 0.12);
    return `M${x} ${y}C${x + out * reach} ${y} ${tip - into * reach} ${goalY} ${tip} ${goalY}`;
  }

  /** Along a gutter, a channel and another gutter. */
  detour({ y, goalY, out, into, end, exitGutter, entryGutter }) {
    const channel = this.channel(
      Math.min(exitGutter, entryGutter) + 1,
      Math.max(exitGutter, entryGutter),
      y,
      goalY,
    );
    const lane = (gutter) => {
      const { left, right } = this.gutter(gutter);
      const index = this.nextLane(`gutter ${gutter}`);
      return left + 10 + ((index * LANE) % Math.max(LANE, right - left - 20));
    };
    const [down, up] = [lane(exitGutter), lane(entryGutter)];
    const tip = end - into * 2;
    return rounded([
      [this.exit, y],
      [down, y],
      [down, channel],
      [up, channel],
      [up, goalY],
      [tip, goalY],
    ]);
  }

  nextLane(name) {
    const lane = this.lanes.get(name) ?? 0;
    this.lanes.set(name, lane + 1);
    return lane;
  }

  /** A height at which no box of these columns is, as near as may be to both ends. */
  channel(firstColumn, lastColumn, y, goalY) {
    const taken = [];
    for (let column = firstColumn; column <= lastColumn; column++)
      taken.push(...(this.columns[column]?.boxes ?? []));
    taken.sort((a, b) => a.top - b.top);
    const gaps = [];
    let free = 0;
    for (const { top, bottom } of taken) {
      if (top - free >= 2 * LANE) gaps.push([free, top]);
      free = Math.max(free, bottom);
    }
    gaps.push([free, free + 60]);
    const distance = ([low, high]) => {
      const middle = (low + high) / 2;
      return Math.abs(middle - y) + Math.abs(middle - goalY);
    };
    const [low, high] = gaps.reduce((best, gap) => (distance(gap) < distance(best) ? gap : best));
    const lane = this.nextLane(`channel ${Math.round(low)}`);
    return low + LANE + ((lane * LANE) % Math.max(LANE, high - low - 2 * LANE));
  }
}

/** A line through points, with round corners. */
function rounded(points) {
  let path = `M${points[0].join(" ")}`;
  for (let i = 1; i + 1 < points.length; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]];
    const towards = (from, to) => {
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const part = length === 0 ? 0 : Math.min(CORNER, length / 2) / length;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    };
    path += `L${towards(corner, before).join(" ")}Q${corner.join(" ")} ${towards(corner, after).join(" ")}`;
  }
  return `${path}L${points[points.length - 1].join(" ")}`;
}

function marker(id, shape) {
  return makeSvg(
    "marker",
    {
      id,
      viewBox: "-1 -1 9 9",
      refX: id === "cross" ? 3.5 : 7,
      refY: 3.5,
      markerWidth: 8,
      markerHeight: 8,
      orient: "auto",
      markerUnits: "userSpaceOnUse",
    },
    makeSvg("path", { d: shape }),
  );
}
