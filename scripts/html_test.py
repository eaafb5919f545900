#!/usr/bin/env python3
"""Tries the HTML report in a real browser (Chromium, without a window).

    html_test.py --tool target/release/examples/html_report [NAME...]

Pages are made by the example `html_report` from the reports that `crates/report/tests/data/html/make.py`
makes. What a page shows is compared with the evidence, replayed by a few lines of Python (`html_replay.py`)
that share nothing with the scripts of the page. NAME selects tests, as with `python3 -m unittest`. --keep DIR keeps
the pages.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "crates/report/tests/data/html"))
sys.dont_write_bytecode = True

import make  # noqa: E402
from chromium import Chromium  # noqa: E402
from html_replay import Replay  # noqa: E402

WIDE = (1440, 900)


SHOWN = """(() => {
  const rows = [...document.querySelectorAll("#memory [data-path]")];
  return {
    step: Number(document.querySelector("#view-workbench").dataset.step),
    line: Number(document.querySelector(".line.present")?.dataset.line),
    file: document.querySelector("#files").selectedOptions[0]?.textContent,
    leaves: rows.map((row) => [Number(row.dataset.object), row.dataset.path, row.dataset.value ?? null]),
    changed: rows.filter((row) => row.classList.contains("changed")).map((row) => [Number(row.dataset.object), row.dataset.path]),
    calls: [...document.querySelectorAll("#stack code")].map((call) => call.textContent),
    dead: [...document.querySelectorAll("#memory .box.dead")].map((box) => Number(box.dataset.object)),
    arrows: [...document.querySelectorAll(".arrows > path")].map((path) =>
      [Number(path.dataset.from), Number(path.dataset.to), path.getAttribute("class")]),
  };
})()"""

# Points of arrows that are inside a box, other than at their own ends.
CROSSINGS = """(() => {
  const boxes = [...document.querySelectorAll("#memory .box")].map((box) => box.getBoundingClientRect());
  const origin = document.querySelector(".arrows").getBoundingClientRect();
  const found = [];
  for (const path of document.querySelectorAll(".arrows > path")) {
    const length = path.getTotalLength();
    for (let at = 4; at < length - 6; at += 3) {
      const point = path.getPointAtLength(at);
      const [x, y] = [point.x + origin.left, point.y + origin.top];
      if (boxes.some((box) => x > box.left + 2 && x < box.right - 2 && y > box.top + 2 && y < box.bottom - 2)) {
        found.push(`${path.dataset.from} to ${path.dataset.to}`);
        break;
      }
    }
  }
  return found;
})()"""

# Names and values that are outside of their box, or on top of each other.
SPILLED = """(() => {
  const found = [];
  for (const leaf of document.querySelectorAll("#memory .leaf")) {
    const [box, name, value] = [leaf.closest(".box"), leaf.querySelector("dt"), leaf.querySelector("dd")].map((e) => e.getBoundingClientRect());
    const beside = name.bottom > value.top + 4 && value.bottom > name.top + 4;
    const spills = value.width > 0 && (value.right > box.right + 1 || value.left < box.left - 1 || name.right > box.right + 1);
    if (spills || (beside && value.width > 0 && name.right > value.left + 1)) found.push(leaf.textContent);
  }
  return found;
})()"""

# Texts whose colour differs too little from what is behind them.
PALE = """(() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let e = element; e !== null; e = e.parentElement) {
      const colour = rgb(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const element of document.querySelectorAll("body *")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "")) continue;
    if (!element.checkVisibility() || element.closest(":disabled, script, style, option") || element.closest(".hidden")) continue;
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.add(`${element.tagName}.${element.className} "${element.textContent.slice(0, 20)}" ${contrast.toFixed(2)}`);
  }
  return [...found];
})()"""


class Pages:
    """Pages for reports, made when they are asked for."""

    def __init__(self, tool, folder):
        self.tool, self.folder, self.reports = tool, folder, {}

    def get(self, name):
        if name not in self.reports:
            self.add(name, make.SAMPLES[name](), {path.name: path.read_text() for path in (make.HERE / name).glob("*.[ch]")})
        return self.folder / name / "out" / "index.html"

    def add(self, name, report, sources):
        place = self.folder / name
        place.mkdir(parents=True, exist_ok=True)
        for file, text in sources.items():
            with open(place / file, "w", encoding="utf-8", newline="") as source:
                source.write(text)
        (place / "report.json").write_text(json.dumps(report), encoding="utf-8")
        subprocess.run([self.tool, place / "report.json", place / "out"], check=True)
        self.reports[name] = report
        return place / "out" / "index.html"

    def evidence(self, name):
        self.get(name)
        return next(found["evidence"] for found in self.reports[name]["properties"] if found["verdict"] == "failed")


class PageTest(unittest.TestCase):
    """Each test has a browser window that is wide and light, and fails if the page complained."""

    browser = None
    pages = None

    def setUp(self):
        self.browser.size(*WIDE)
        self.browser.media("light")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        outside = [url for url in self.browser.requests() if not url.startswith(("file:///", "data:", "about:"))]
        self.assertEqual(outside, [], "something was asked for from outside")

    def open(self, name, fragment=""):
        self.browser.open(self.pages.get(name), fragment)
        if fragment.startswith("#trace"):
            self.browser.wait("document.querySelector('#view-workbench').dataset.step !== undefined")

    def shown(self):
        return self.browser.run(SHOWN)

    def text(self, selector):
        return self.browser.run(f"document.querySelector({json.dumps(selector)})?.textContent")

    def texts(self, selector):
        return self.browser.run(f"[...document.querySelectorAll({json.dumps(selector)})].filter((e) => e.checkVisibility()).map((e) => e.textContent)")

    def goto(self, step):
        self.browser.run(f"""(() => {{ const slider = document.querySelector("#slider");
            slider.value = {step + 1}; slider.dispatchEvent(new Event("input")); }})()""")


class Stepping(PageTest):
    """The state that is shown is the one that the evidence says."""

    def check(self, replay, step):
        shown = self.shown()
        state = replay.state(step)
        self.assertEqual(shown["step"], step)
        self.assertEqual(shown["line"], replay.steps[step]["line"])
        self.assertEqual(shown["file"], replay.steps[step]["file"])
        for number, path, text in shown["leaves"]:
            self.assertEqual(text, state.get((number, path)), f"step {step}, {replay.objects[number]['name']}{path}")
        drawn = {number for number, _, _ in shown["leaves"]}
        self.assertLessEqual(replay.expected(step), drawn, f"step {step}")
        heap = {number for number in drawn if replay.objects[number]["kind"] == "heap"}
        gone = {number for number in heap if replay.objects[number].get("end", step + 1) <= step}
        self.assertEqual(gone, set(shown["dead"]) & heap, f"step {step}")
        self.assertEqual(len(shown["calls"]), replay.steps[step]["depth"] + 1)
        self.assertEqual(shown["calls"][-1], replay.steps[step]["function"])
        changes = {(change["object"], change.get("path", "")) for change in replay.steps[step].get("changes", [])}
        self.assertEqual({tuple(leaf) for leaf in shown["changed"]}, changes & {(n, p) for n, p, _ in shown["leaves"]})
        self.check_arrows(replay, step, shown)

    def check_arrows(self, replay, step, shown):
        drawn = {number for number, _, _ in shown["leaves"]}
        shown_leaves = {(number, path) for number, path, _ in shown["leaves"]}
        expected = []
        for leaf, target in replay.pointers(step).items():
            if leaf in shown_leaves and target["object"] in drawn:
                gone = {number: replay.objects[number].get("end") is not None and number in shown["dead"]
                        for number in (leaf[0], target["object"])}
                kind = "faint" if gone[leaf[0]] else "dangling" if gone[target["object"]] else "points"
                expected.append([leaf[0], target["object"], kind])
        self.assertEqual(sorted(shown["arrows"]), sorted(expected), f"step {step}")

    def test_every_step_forwards_and_backwards(self):
        for name in ["use_after_free", "list"]:
            replay = Replay(self.pages.evidence(name))
            self.open(name, "#trace-0-1")
            for step in range(len(replay.steps)):
                self.check(replay, step)
                self.browser.key("ArrowRight")
            for step in reversed(range(len(replay.steps))):
                self.check(replay, step)
                self.browser.key("ArrowLeft")

    def test_jumps_in_a_long_trace(self):
        replay = Replay(self.pages.evidence("overflow"))
        self.open("overflow", "#trace-0")
        dice = random.Random(7)
        last = len(replay.steps) - 1
        for step in [last, 0, last, *[dice.randrange(last) for _ in range(8)]]:
            self.goto(step)
            self.check(replay, step)

    def test_a_trace_opens_at_its_failure(self):
        self.open("list", "#trace-0")
        evidence = self.pages.evidence("list")
        self.assertEqual(self.shown()["step"], len(evidence["steps"]) - 1)
        self.assertIn(evidence["message"], self.text("#trace-title"))
        self.assertEqual(self.texts("#trace-details li"), evidence["details"])

    def test_dangling_pointers_are_marked(self):
        self.open("list", "#trace-0")
        self.assertEqual(self.texts("#memory .dangles .what"), ["three", "last_found"])
        self.assertEqual(self.texts("#memory .box.dead .name"), ["malloc#3"])
        self.assertEqual(self.texts("#memory .badge"), ["freed in step 78"])

    def test_a_variable_of_a_call_that_returned(self):
        run = make.Recorder("dangling.c")
        run.enter("main", 7, matters=True)
        pointer = run.local("p", "int *", 8, 7, make.UNSET)
        run.enter("f", 2, matters=True)
        local = run.local("local", "int", 4, 2, make.scalar(3))
        run.leave(3, run.pointer(local), matters=True)
        run.line(7, matters=True)
        run.set(pointer, "", run.pointer(local))
        run.line(8, matters=True)
        evidence = run.fail("use-after-return", "a variable is used after its function returned", 562, [])
        report = make.report(["dangling.c"], "failed", "1 of 1 properties fails", [make.failed(evidence)])
        page = self.pages.add("dangling", report, {"dangling.c": "\n" * 9})
        self.browser.open(page, "#trace-0-3")
        self.assertEqual(self.texts("#memory .frame .what"), ["local", "p"])
        self.browser.open(page, "#trace-0")
        self.assertEqual(self.texts("#memory .frame .what"), ["p"])
        self.assertEqual(self.texts("#memory .dangles .what"), ["p"])
        self.assertEqual(self.texts("#memory .box.dead .name"), ["local"])
        self.assertEqual(self.texts("#memory .badge"), ["gone in step 3"])

    def test_arrows_do_not_cross_boxes(self):
        for name, window in [("list", WIDE), ("list", (1900, 1000)), ("use_after_free", WIDE)]:
            self.browser.size(*window)
            self.open(name, "#trace-0-1")
            for step in range(len(self.pages.evidence(name)["steps"])):
                self.assertEqual(self.browser.run(CROSSINGS), [], f"{name}, step {step}, {window}")
                self.assertEqual(self.browser.run(SPILLED), [], f"{name}, step {step}, {window}")
                self.browser.key("ArrowRight")

    def test_arrows_among_many_objects(self):
        dice = random.Random(5)
        run = make.Recorder("web.c")
        run.enter("main", 1, matters=True)
        nodes = []
        for _ in range(14):
            run.line(2 + len(nodes), matters=True)
            leaves = [(f".field{i}", make.NULL) for i in range(dice.randrange(1, 5))]
            nodes.append(run.malloc("struct node", 8 * len(leaves), 2, leaves))
            run.local(f"p{len(nodes)}", "struct node *", 8, 2, run.pointer(dice.choice(nodes)))
            for _ in range(3):
                source, target = dice.choice(nodes), dice.choice(nodes)
                field = dice.choice(run.objects[source]["initial"])[0]
                run.set(source, field, run.pointer(target))
            if len(nodes) % 5 == 0:
                run.enter("call", 20, [("p", "struct node **", 8, run.pointer(nodes[-1], ".field0"))])
        evidence = run.fail("assertion", "an assertion does not hold", 617, [])
        report = make.report(["web.c"], "failed", "1 of 1 properties fails", [make.failed(evidence)])
        page = self.pages.add("web", report, {"web.c": "\n" * 30})
        replay = Replay(evidence)
        for width in [1300, 1500, 2400]:
            self.browser.size(width, 900)
            self.browser.open(page, "#trace-0-1")
            for step in range(len(replay.steps)):
                self.check(replay, step)
                self.assertEqual(self.browser.run(CROSSINGS), [], f"step {step}, {width}")
                self.browser.key("ArrowRight")

    def test_large_arrays_are_folded_around_what_changes(self):
        self.open("overflow", "#trace-0")
        step = 3000
        replay = Replay(self.pages.evidence("overflow"))
        while not any(change.get("path") for change in replay.steps[step].get("changes", [])):
            step += 1
        self.goto(step)
        index = int(replay.steps[step]["changes"][0]["path"].strip("[]"))
        shown = [path for number, path, _ in self.shown()["leaves"] if replay.objects[number]["name"] == "table"]
        self.assertEqual(shown, [f"[{i}]" for i in [0, 1, index - 1, index, index + 1, 999]])
        self.browser.click("#memory .unfold")
        self.assertGreater(len(self.shown()["leaves"]), 400)

    def test_executed_lines_are_counted(self):
        self.open("overflow", "#trace-0")
        runs = self.browser.run("""Object.fromEntries([...document.querySelectorAll(".line.executed")].map((line) =>
            [line.dataset.line, line.querySelector(".runs").textContent]))""")
        self.assertEqual(runs, {"8": "×1,000", "9": "×1,000", "13": "·", "14": "·", "16": "·", "17": "×1,000",
                                "18": "×1,000", "19": "×1,000"})


class Keys(PageTest):
    """Keys, buttons and the list of steps move as they say."""

    def test_keys(self):
        replay = Replay(self.pages.evidence("list"))
        self.open("list", "#trace-0-1")
        step = 0
        dice = random.Random(3)
        keys = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "o", "i", "n", "p", "Home", "End"]
        for key in keys + [dice.choice(keys[:8] + ["ArrowRight"] * 6) for _ in range(120)]:
            self.browser.key(key)
            step = replay.move(key, step)
            self.assertEqual(self.shown()["step"], step, key)

    def test_buttons(self):
        replay = Replay(self.pages.evidence("list"))
        self.open("list", "#trace-0-20")
        step = 19
        for name, key in [("forward", "ArrowRight"), ("back", "ArrowLeft"), ("over", "ArrowDown"), ("over-back", "ArrowUp"),
                          ("out", "o"), ("next-that-matters", "n"), ("previous-that-matters", "p"), ("last", "End"), ("first", "Home")]:
            self.browser.click(f"[data-go={name}]")
            step = replay.move(key, step)
            self.assertEqual(self.shown()["step"], step, name)

    def test_buttons_that_lead_nowhere_are_off(self):
        self.open("list", "#trace-0-1")
        off = self.browser.run("[...document.querySelectorAll('[data-go]:disabled')].map((b) => b.dataset.go)")
        self.assertEqual(off, ["first", "previous-that-matters", "over-back", "back", "out"])

    def test_keys_in_the_filter_are_text(self):
        self.open("list")
        self.browser.click("#filter-text")
        self.browser.key("n")
        self.assertEqual(self.browser.run("document.querySelector('#filter-text').value"), "n")

    def test_question_mark_shows_the_keys_and_escape_leads_back(self):
        self.open("list", "#trace-0")
        self.browser.key("?")
        self.assertTrue(self.browser.run("document.querySelector('#keys').open"))
        self.browser.key("Escape")
        self.browser.wait("!document.querySelector('#keys').open")
        self.browser.key("Escape")
        self.browser.wait("!document.querySelector('#view-overview').hidden")

    def test_a_step_in_the_list_can_be_clicked(self):
        self.open("list", "#trace-0-1")
        self.browser.click("#steps .row.step:last-child")
        self.assertGreater(self.shown()["step"], 0)

    def test_steps_that_do_not_matter_are_folded(self):
        self.open("use_after_free", "#trace-0")
        steps = self.pages.evidence("use_after_free")["steps"]
        self.browser.run("document.querySelector('#steps').scrollTop = 0")
        self.browser.wait("document.querySelector('.row[data-step=\"0\"]') !== null")
        folded = "document.querySelector('.row.folded.steps')"
        start, end = self.browser.run(f"[Number({folded}.dataset.start), Number({folded}.dataset.end)]")
        self.assertFalse(any(step.get("matters") for step in steps[start:end]))
        self.assertEqual(self.text(".row.folded.steps .first"), f"{end - start} steps")
        self.browser.click(".row.folded.steps")
        self.browser.wait(f"document.querySelector('.row[data-step=\"{start}\"]') !== null")

    def test_rounds_of_a_loop_are_folded_around_the_present_one(self):
        self.open("overflow", "#trace-0")
        self.assertEqual(self.texts(".row.rounds .first"), ["rounds 2–999 of the loop"])
        self.goto(3000)
        self.assertEqual(self.texts(".row.rounds .first"), ["rounds 2–499 of the loop", "rounds 501–999 of the loop"])
        self.browser.click(".row.rounds")
        self.browser.wait("document.querySelectorAll('.row.rounds').length < 2")
        self.browser.click("#only-matters")
        self.browser.wait("document.querySelectorAll('.row.folded').length === 0")
        self.assertEqual(self.shown()["step"], 3000)

    def test_a_frame_of_the_stack_leads_to_its_call(self):
        self.open("list", "#trace-0")
        self.browser.click("#stack button")
        self.assertEqual(self.shown()["line"], 13)
        self.assertEqual(self.shown()["file"], "main.c")

    def test_inputs_are_listed(self):
        self.open("use_after_free", "#trace-0")
        self.browser.click("#tab-inputs")
        self.assertEqual(self.texts(".input-list .value code"), ["2", "3"])
        self.assertEqual(self.texts(".input-list .any"), ["any value"])
        self.browser.click(".input-list li:nth-child(2) button")
        self.assertEqual(self.shown()["line"], 36)


class Table(PageTest):
    """The overview."""

    def kinds(self):
        return self.texts("#properties tbody tr .kind")

    def test_the_verdict_comes_first(self):
        self.open("use_after_free")
        self.assertEqual(self.text("h1"), "✗Failed")
        self.assertEqual(self.text(".summary"), "1 of 12 properties fails")
        self.assertEqual(self.texts(".facts code")[0], "fathom check --html report buffer.c")
        self.assertEqual(self.texts("#properties tbody tr:first-child .verdict"), ["✗failed"])

    def test_filter_by_verdict(self):
        self.open("list")
        self.browser.click(".filter[data-verdict=failed]")
        self.assertEqual(self.kinds(), ["use-after-free"])
        self.browser.click(".filter[data-verdict=unreachable]")
        self.assertEqual(self.kinds(), ["use-after-free", "assertion"])
        self.assertEqual(self.text("#filter-count"), "2 of 10")
        self.browser.click(".filter[data-verdict=failed]")
        self.browser.click(".filter[data-verdict=unreachable]")
        self.assertEqual(len(self.kinds()), 10)

    def test_filter_by_text(self):
        self.open("list")
        self.browser.click("#filter-text")
        self.browser.type("null LIST_PUSH")
        self.assertEqual(self.kinds(), ["null-dereference"])
        self.browser.type(" nothing")
        self.assertEqual(self.kinds(), [])

    def test_sorting(self):
        self.open("list")
        self.browser.click("#properties th:nth-child(2) button")
        kinds = self.kinds()
        self.assertEqual(kinds, sorted(kinds))
        self.browser.click("#properties th:nth-child(2) button")
        self.assertEqual(self.kinds(), sorted(kinds, reverse=True))
        self.browser.click("#properties th:nth-child(3) button")
        places = [place.split(":") for place in self.texts("#properties tbody .place")]
        places = [(file, int(line), int(column)) for file, line, column in places]
        self.assertEqual(places, sorted(places))

    def test_a_property_leads_to_its_line(self):
        self.open("list")
        self.browser.click("#properties tr[data-property='8'] .kind")
        self.browser.wait("document.querySelector('.line.found') !== null")
        self.assertEqual(self.browser.run("document.querySelector('.line.found').dataset.line"), "12")
        self.assertEqual(self.shown()["file"], "main.c")
        self.assertTrue(self.browser.run("document.querySelector('#trace-head').hidden"))

    def test_a_property_that_failed_leads_to_its_trace(self):
        self.open("list")
        self.browser.click("#properties tr[data-property='2'] .kind")
        self.browser.wait("document.querySelector('.line.present') !== null")
        self.assertEqual(self.shown()["line"], 15)
        self.browser.run("history.back()")
        self.browser.wait("!document.querySelector('#view-overview').hidden")

    def test_marks_in_the_margin_explain_themselves(self):
        self.open("overflow", "#source")
        marks = self.browser.run("""[...document.querySelectorAll(".mark")].map((mark) =>
            [mark.closest(".line").dataset.line, mark.textContent])""")
        self.assertEqual(marks, [["9", "✓"], ["17", "✓"], ["18", "✓"], ["19", "✗2"], ["21", "≤"]])
        self.browser.run("document.querySelector('.line[data-line=\"19\"] .mark').focus()")
        self.assertEqual(self.texts("#hint li code"), ["signed-overflow", "out-of-bounds-read"])
        self.browser.key("Enter")
        self.browser.run("document.querySelector('.line[data-line=\"19\"] .mark')?.click()")
        self.browser.wait("document.querySelector('.line.present') !== null")


class Looks(PageTest):
    """Colours, narrow windows, paper, no scripts."""

    def background(self):
        colour = self.browser.run("getComputedStyle(document.documentElement).backgroundColor")
        return "dark" if all(int(part) < 64 for part in colour[4:-1].split(",")) else "light"

    def test_dark_and_light(self):
        self.open("list")
        self.assertEqual(self.background(), "light")
        self.browser.media("dark")
        self.assertEqual(self.background(), "dark")
        self.browser.click("#theme")
        self.assertEqual(self.background(), "light")
        self.browser.media("light")
        self.browser.click("#theme")
        self.assertEqual(self.background(), "dark")
        self.open("list")
        self.assertEqual(self.background(), "dark", "the choice is kept")
        self.browser.click("#theme")
        self.assertEqual(self.background(), "light")

    def test_contrast(self):
        for scheme in ["light", "dark"]:
            self.browser.media(scheme)
            for fragment in ["", "#trace-0", "#trace-0-60"]:
                self.open("list", fragment)
                self.assertEqual(self.browser.run(PALE), [], f"{scheme} {fragment}")

    def test_narrow_windows(self):
        for width in [360, 800, 1100]:
            self.browser.size(width, 800, mobile=width < 500)
            for fragment in ["", "#source", "#trace-0"]:
                self.open("list", fragment)
                wide = self.browser.run("document.documentElement.scrollWidth")
                self.assertLessEqual(wide, width, f"{width} {fragment}")

    def test_everything_that_can_be_used_has_a_name(self):
        for fragment in ["", "#trace-0"]:
            self.open("list", fragment)
            roles = ["button", "link", "slider", "combobox", "searchbox", "checkbox", "tab", "listbox", "region", "dialog"]
            nameless = [node["role"]["value"] for node in self.browser.send("Accessibility.getFullAXTree")["nodes"]
                        if not node["ignored"] and node["role"]["value"] in roles and not node.get("name", {}).get("value")]
            self.assertEqual(nameless, [])

    def test_paper_has_all_steps(self):
        self.open("use_after_free", "#trace-0")
        self.browser.media(kind="print")
        self.browser.send("Page.printToPDF")
        self.browser.run("dispatchEvent(new Event('beforeprint'))")
        rows = self.browser.run("document.querySelectorAll('#steps .row').length")
        self.assertEqual(rows, self.browser.run("Number(document.querySelector('#steps .row').getAttribute('aria-setsize'))"))

    def test_without_scripts_the_overview_is_there(self):
        self.browser.send("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.browser.open(self.pages.get("list"))
            self.assertEqual(len(self.kinds_without_scripts()), 10)
        finally:
            self.browser.send("Emulation.setScriptExecutionDisabled", value=False)

    def kinds_without_scripts(self):
        document = self.browser.send("DOM.getDocument")
        found = self.browser.send("DOM.querySelectorAll", nodeId=document["root"]["nodeId"], selector="#properties tbody tr .kind")
        return found["nodeIds"]


HOSTILE = [
    "</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>", "\"><svg onload=\"window.hacked = 1\">",
    "' onclick='window.hacked = 1", "<!--<script>", "]]>", "${window.hacked = 1}", "{{script}}", "\u2028\u2029", "\u202e gnp.exe",
    "javascript:window.hacked=1", "\x00\x07\x1b[31m", "__proto__", "constructor", "&lt;b&gt;", "\ud7ff\ufffd\U0001f600",
]


def hostile_report():
    """A report in which every text that a program chooses is hostile."""
    run = make.Recorder(HOSTILE[0])
    run.glob(HOSTILE[1], HOSTILE[2], 8, 1, [("", make.scalar(HOSTILE[3]))])
    run.enter(HOSTILE[4], 1, [(word, word, 8, make.scalar(word)) for word in HOSTILE], matters=True)
    for word in HOSTILE:
        run.line(2, matters=True)
        heap = run.malloc(word, 8, 2, [(f".{word}", make.scalar(word)), ("[0].__proto__", make.scalar(word))])
        run.objects[heap]["name"] = word
        run.local(word, word, 8, 2, run.pointer(heap))
        run.input(word, word, word, word)
        run.line(3)
    run.line(2)
    evidence = run.fail(HOSTILE[0], HOSTILE[1], 79, HOSTILE)
    evidence["arguments"] = HOSTILE
    properties = [make.prop(word, word, 79, word, HOSTILE[0], 2, 1, word, verdict="unknown", reason=word) for word in HOSTILE]
    report = make.report(HOSTILE, "failed", HOSTILE[0], [make.failed(evidence, HOSTILE[1]), *properties],
                         [{"name": word, "function": word, "file": word, "line": 1, "bound": 1, "complete": True} for word in HOSTILE],
                         HOSTILE, HOSTILE)
    report["tool"]["version"] = report["program"]["entry"] = report["program"]["directory"] = HOSTILE[0]
    return report


class Robust(PageTest):
    """Hostile and unusual reports."""

    def test_reports_that_are_kept_are_those_that_are_made(self):
        for name in make.KEPT:
            kept = (make.HERE / name / "report.json").read_text(encoding="utf-8")
            self.assertEqual(kept, make.text(make.SAMPLES[name]()), name)

    def test_nothing_of_the_program_is_executed(self):
        source = "\n".join(HOSTILE).replace("\x00", "")
        # The name of the first file is not one that a file can have, so all sources come under another.
        report = json.loads(json.dumps(hostile_report()).replace(json.dumps(HOSTILE[0])[1:-1] + '", "line"', 'x.c", "line"'))
        page = self.pages.add("hostile", report, {"x.c": source})
        before = page.read_text(encoding="utf-8").count("<script")
        self.browser.open(page)
        for fragment in ["#overview", "#trace-0", "#trace-0-1", "#source", "#property-5", "#<img src=x onerror=alert(1)>"]:
            self.browser.run(f"location.hash = {json.dumps(fragment)}")
            self.browser.run("new Promise((done) => setTimeout(done, 50))")
            for _ in range(3):
                self.browser.key("ArrowLeft")
        self.browser.run("location.hash = '#trace-0'")
        self.browser.run("new Promise((done) => setTimeout(done, 50))")
        self.assertEqual(self.browser.run(SPILLED), [])
        for tab in ["inputs", "marks", "steps"]:
            self.browser.click(f"#tab-{tab}")
        self.assertIsNone(self.browser.run("window.hacked ?? null"))
        self.assertEqual(self.browser.run("document.querySelectorAll('img, [onclick], [onload], [onerror]').length"), 0)
        self.assertEqual(self.browser.run("document.querySelectorAll('script').length"), before)
        self.assertIn(HOSTILE[0], self.text("#source"))
        shown = self.text("#view-overview")
        for word in HOSTILE[:8]:
            self.assertIn(word, shown)
        self.assertIn("\\u{202e} gnp.exe", shown)
        self.assertNotIn("\u202e", self.text("body main"))

    def test_the_policy_forbids_other_scripts(self):
        self.open("list")
        self.browser.run("""(() => {
            const script = document.createElement("script");
            script.textContent = "window.injected = 1";
            document.body.append(script);
            document.body.insertAdjacentHTML("beforeend", "<img src='https://example.org/x.png' onerror='window.injected = 2'>");
        })()""")
        self.browser.run("new Promise((done) => setTimeout(done, 100))")
        self.assertIsNone(self.browser.run("window.injected ?? null"))
        complaints = self.browser.complaints()
        self.assertTrue(complaints and all("Content Security Policy" in json.dumps(one) for one in complaints), complaints)
        self.browser.events = []

    def test_colouring_changes_no_text(self):
        dice = random.Random(11)
        parts = ["/*", "*/", "//", '"', "'", "\\", "\n", "r#\"", "\"#", "R\"x(", ")x\"", "#include <", ">", "'a", "'\\''", "0x1p-3", "1..2",
                 "é", "😀", " ", "\t", "int", "fn", "return_", "\r\n", "1'000", "#", "(", "u8R\""]
        files = {f"{number}{ending}": "".join(dice.choice(parts) for _ in range(400))
                 for number in range(8) for ending in [".c", ".cpp", ".rs"]}
        files["empty.c"] = ""
        properties = [make.prop("assertion", "m", 1, "f", file, 1, 1) for file in files]
        self.browser.open(self.pages.add("colours", make.report(list(files), "proved", "all hold", properties), files), "#source")
        for number, (file, text) in enumerate(files.items()):
            lines = self.browser.run(f"""(() => {{
                const select = document.querySelector("#files");
                select.value = "{number}";
                select.dispatchEvent(new Event("change"));
                return [...document.querySelectorAll("#source .line code")].map((line) => line.textContent);
            }})()""")
            expected = text.replace("\r\n", "\n").split("\n")
            if expected[-1] == "" and len(expected) > 1:
                expected.pop()
            self.assertEqual(lines, expected, file)

    def test_other_outcomes(self):
        for outcome, properties, title in [
            ("proved", [make.prop("assertion", "m", 617, "main", "a.c", 1, 1)], "✓Proved"),
            ("bounded", [make.prop("assertion", "m", 617, "main", "a.c", 1, 1, verdict="safe-up-to", bound=8)], "≤Safe up to 8"),
            ("unknown", [], "?Unknown"),
        ]:
            report = make.report(["a.c"], outcome, "a sentence", properties)
            self.browser.open(self.pages.add(outcome, report, {"a.c": "int x;\n"}))
            self.assertEqual(self.text("h1"), title)
            self.assertIsNone(self.text(".failures"))
            self.browser.run("location.hash = '#source'")
            self.browser.run("location.hash = '#trace-0'")

    def test_an_execution_that_was_not_recorded(self):
        report = make.use_after_free()
        evidence = next(found for found in report["properties"] if found["verdict"] == "failed")["evidence"]
        evidence["steps"], evidence["objects"] = [], []
        self.browser.open(self.pages.add("unrecorded", report, {}), "#trace-0")
        self.browser.wait("!document.querySelector('#trace-head').hidden")
        self.assertIn("The execution was not recorded; only its inputs are known.", self.texts("#trace-details li"))
        self.assertEqual(self.texts(".input-list .value code"), ["2", "3"])
        self.assertEqual(self.text("#source"), "The source of buffer.c could not be read.")

    def test_steps_that_were_left_out(self):
        report = make.list_()
        evidence = next(found for found in report["properties"] if found["verdict"] == "failed")["evidence"]
        cut = 55  # in list_find, so its caller was never seen
        evidence["steps"] = evidence["steps"][cut:]
        evidence["left_out"] = cut
        evidence["steps"][0]["more"] = 12
        for found in evidence["objects"]:
            for name in ["begin", "end"]:
                if name in found:
                    found[name] -= cut
            if found.get("begin", 1) < 0:
                del found["begin"]
        evidence["objects"] = [found if found.get("end", 0) >= 0 else {**found, "end": 0} for found in evidence["objects"]]
        sources = {path.name: path.read_text() for path in (make.HERE / "list").glob("*.[ch]")}
        self.browser.open(self.pages.add("left-out", report, sources), "#trace-0-1")
        self.browser.wait("document.querySelector('.line.present') !== null")
        self.assertEqual(self.shown()["calls"], ["main", "list_find"])
        self.assertIn("55 steps before are not recorded", self.texts("#steps .row"))
        self.assertIn("and 12 more changes", self.text("#steps .row[data-step='0'] .second"))

    def test_numbers_that_are_out_of_range(self):
        report = make.use_after_free()
        evidence = next(found for found in report["properties"] if found["verdict"] == "failed")["evidence"]
        evidence["steps"][3].setdefault("changes", []).append({"object": 999, "value": {"text": "1"}})
        evidence["steps"][4]["events"] = [{"event": "free", "object": 998}, {"event": "input", "input": 77}]
        evidence["objects"][0].update(begin=10**9, end=5)
        evidence["steps"][5]["depth"] = 40
        for change in evidence["steps"][6].get("changes", []):
            change["value"]["target"] = {"object": 12345, "offset": 1}
        self.browser.open(self.pages.add("wrong", report, {}), "#trace-0")
        self.browser.wait("document.querySelector('#view-workbench').dataset.step !== undefined")
        for _ in evidence["steps"]:
            self.browser.key("ArrowLeft")
        self.assertEqual(self.shown()["step"], 0)

    def test_200000_steps(self):
        run = make.Recorder("big.c")
        table = run.glob("data", "int[5000]", 20000, 1, [(f"[{i}]", make.scalar(0)) for i in range(5000)])
        run.enter("main", 3, matters=True)
        index = run.local("i", "int", 4, 4, make.scalar(0))
        number = 0
        while len(run.steps) < 200_000:
            run.line(5, matters=True)
            run.set(index, "", make.scalar(number))
            run.event("round", number=number + 1)
            run.line(6)
            run.enter("f", 10, [("x", "int", 4, make.scalar(number))])
            run.leave(11, make.scalar(2 * number))
            run.line(6)
            run.set(table, f"[{number % 5000}]", make.scalar(2 * number))
            number += 1
        evidence = run.fail("assertion", "an assertion does not hold", 617, [])
        report = make.report(["big.c"], "failed", "1 of 1 properties fails", [make.failed(evidence)])
        page = self.pages.add("big", report, {"big.c": "\n".join(f"line {i};" for i in range(12))})
        self.assertLess(page.stat().st_size, 20_000_000)
        self.browser.open(page, "#trace-0")
        self.browser.wait("document.querySelector('#view-workbench').dataset.step !== undefined")
        last = len(evidence["steps"]) - 1
        for step in [last, 0, 100_000, last, 123_456]:
            self.goto(step)
            state = {}
            for before in evidence["steps"][:step + 1]:
                for change in before.get("changes", []):
                    state[change["object"], change.get("path", "")] = change["value"]["text"]
            for found, path, text in self.shown()["leaves"]:
                self.assertEqual(text, state.get((found, path), "0"), f"step {step}")
        # All steps in the list, and one hundred of them: what takes longer than the limit of the browser fails.
        self.browser.click("#only-matters")
        for _ in range(100):
            self.browser.key("ArrowRight")
        self.assertEqual(self.shown()["step"], 123_556)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="target/release/examples/html_report", help="the example html_report")
    parser.add_argument("--keep", metavar="DIR", help="keep the pages there")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
        PageTest.browser = browser
        PageTest.pages = Pages(pathlib.Path(options.tool).resolve(), pathlib.Path(options.keep or folder))
        unittest.main(argv=[sys.argv[0], *options.names], verbosity=2)


if __name__ == "__main__":
    main()
