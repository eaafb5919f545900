//! Two tools, task by task.

use super::{Anchor, COLOURS, GRID, INK, LogScale, SOFT, Svg, seconds, short, title};
use crate::report::{Report, Run};
use crate::task::Expected;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 712.0;
const LEFT: f64 = 74.0;
const TOP: f64 = 98.0;
/// The length of both axes, up to the limit.
const SIDE: f64 = 470.0;
/// How far behind the limit tasks without an answer are, and how far behind that wrong answers.
const BAND: f64 = 26.0;
const BOTTOM: f64 = TOP + SIDE + 2.0 * BAND;
const RIGHT: f64 = LEFT + SIDE + 2.0 * BAND;

/// Where a run is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    /// Solved, in so many seconds.
    Time(f64),
    /// No answer.
    Open,
    /// A wrong answer.
    Wrong,
}

impl Place {
    fn of(run: &Run) -> Self {
        match run.class {
            class if class.is_wrong() => Self::Wrong,
            class if class.is_correct() => Self::Time(run.record.cpu),
            _ => Self::Open,
        }
    }

    /// How far along an axis.
    fn along(self, scale: LogScale) -> f64 {
        match self {
            Self::Time(time) => scale.at(time),
            Self::Open => SIDE + BAND,
            Self::Wrong => SIDE + 2.0 * BAND,
        }
    }
}

/// The plot: a mark for each task that at least one of the two tools answers, by CPU time.
pub fn scatter(report: &Report, across: usize, up: usize) -> String {
    let mut marks = vec![];
    for (index, task) in report.tasks.iter().enumerate() {
        if let (Some(first), Some(second)) = (report.run(index, across), report.run(index, up)) {
            let places = (Place::of(first), Place::of(second));
            if places != (Place::Open, Place::Open) {
                marks.push((places.0, places.1, task.expected == Expected::True));
            }
        }
    }
    let limit = report.limits.time.as_secs_f64();
    let times = marks.iter().flat_map(|mark| [mark.0, mark.1]).filter_map(|place| match place {
        Place::Time(time) => Some(time),
        Place::Open | Place::Wrong => None,
    });
    let scale =
        LogScale { low: LogScale::low(times).min(limit / 10.0), high: limit.max(0.1), from: 0.0, to: SIDE };
    let at = |x: f64, y: f64| (LEFT + x, BOTTOM - y);

    let [name_across, name_up] = &[across, up].map(|tool| short(&report.tools[tool].label));
    let mut svg = Svg::new(WIDTH, HEIGHT, &format!("{name_across} and {name_up}"));
    let [both, only] = &verdicts(&marks, name_across, name_up);
    title(&mut svg, LEFT, &format!("{name_up} against {name_across}"), &[both, only]);
    axes(&mut svg, scale);
    svg.words(
        (LEFT + SIDE / 2.0, BOTTOM + 44.0),
        Anchor::Middle,
        &format!("fill=\"{INK}\""),
        &format!("CPU time of {name_across} (s)"),
    );
    svg.upright((22.0, BOTTOM - SIDE / 2.0), &format!("CPU time of {name_up} (s)"));
    for &(first, second, holds) in &marks {
        let shape = if holds { 0 } else { 3 };
        let colour = COLOURS[usize::from(!holds)];
        svg.mark(at(first.along(scale), second.along(scale)), shape, colour, 3.6);
    }
    for (index, (shape, text)) in
        [(0, "the property holds"), (3, "the property fails")].into_iter().enumerate()
    {
        let x = LEFT + 150.0 * index as f64;
        svg.mark((x + 5.0, BOTTOM + 71.0), shape, COLOURS[index], 4.5);
        svg.words((x + 15.0, BOTTOM + 75.5), Anchor::Start, &format!("fill=\"{INK}\""), text);
    }
    svg.end()
}

/// Who is faster how often.
fn verdicts(marks: &[(Place, Place, bool)], across: &str, up: &str) -> [String; 2] {
    let both: Vec<(f64, f64)> = marks
        .iter()
        .filter_map(|mark| match (mark.0, mark.1) {
            (Place::Time(first), Place::Time(second)) => Some((first, second)),
            _ => None,
        })
        .collect();
    let faster = |wanted: fn(&(f64, f64)) -> bool| both.iter().filter(|pair| wanted(pair)).count();
    let only = |wanted: fn(&(Place, Place, bool)) -> bool| marks.iter().filter(|mark| wanted(mark)).count();
    let across_only = only(|mark| matches!(mark.0, Place::Time(_)) && !matches!(mark.1, Place::Time(_)));
    let up_only = only(|mark| matches!(mark.1, Place::Time(_)) && !matches!(mark.0, Place::Time(_)));
    let across_faster = faster(|(first, second)| first < second);
    let up_faster = faster(|(first, second)| second < first);
    [
        format!("solved by both: {} ({across} faster: {across_faster}, {up}: {up_faster})", both.len()),
        format!("only by {across}: {across_only}, only by {up}: {up_only}"),
    ]
}

/// Grid, diagonals, and the bands behind the limit.
fn axes(svg: &mut Svg, scale: LogScale) {
    let soft = format!("fill=\"{SOFT}\"");
    for time in scale.decades() {
        let along = scale.at(time);
        svg.line((LEFT + along, BOTTOM), (LEFT + along, TOP), GRID, 1.0, "");
        svg.line((LEFT, BOTTOM - along), (RIGHT, BOTTOM - along), GRID, 1.0, "");
        // The band behind the limit has a name where its number would be.
        if along < SIDE - 14.0 {
            svg.words((LEFT + along, BOTTOM + 20.0), Anchor::Middle, &soft, &seconds(time));
        }
        svg.words((LEFT - 8.0, BOTTOM - along + 4.5), Anchor::End, &soft, &seconds(time));
    }
    let decade = scale.at(scale.low * 10.0);
    svg.line((LEFT, BOTTOM), (LEFT + SIDE, BOTTOM - SIDE), "#b8b8b8", 1.0, "");
    if decade < SIDE {
        for (x, y) in [(decade, 0.0), (0.0, decade)] {
            svg.line((LEFT + x, BOTTOM - y), (LEFT + SIDE - y, BOTTOM - SIDE + x), "#d6d6d6", 1.0, "2 4");
        }
    }
    let small = format!("fill=\"{SOFT}\" font-size=\"11\"");
    let limit = format!("time limit, {} s", seconds(scale.high));
    if decade < SIDE {
        svg.words((LEFT + 22.0, BOTTOM - decade - 5.0), Anchor::Start, &small, "10 ×");
        svg.words((LEFT + decade + 12.0, BOTTOM - 22.0), Anchor::End, &small, "10 ×");
    }
    let bands = [(SIDE, "6 4", ""), (SIDE + BAND, "", "no answer"), (SIDE + 2.0 * BAND, "", "wrong")];
    for (along, dashes, name) in bands {
        let colour = if dashes.is_empty() { GRID } else { SOFT };
        svg.line((LEFT + along, BOTTOM), (LEFT + along, TOP), colour, 1.0, dashes);
        svg.line((LEFT, BOTTOM - along), (RIGHT, BOTTOM - along), colour, 1.0, dashes);
        let (x, y) = (LEFT + along, BOTTOM - along);
        svg.words((LEFT - 8.0, y + 4.0), Anchor::End, &small, name);
        let upright = format!("{small} transform=\"rotate(-90 {:.1} {:.1})\"", x + 4.0, BOTTOM + 8.0);
        svg.words((x + 4.0, BOTTOM + 8.0), Anchor::End, &upright, name);
    }
    svg.words((LEFT + 6.0, BOTTOM - SIDE - 5.0), Anchor::Start, &small, &limit);
    svg.line((LEFT, BOTTOM), (RIGHT, BOTTOM), SOFT, 1.0, "");
    svg.line((LEFT, BOTTOM), (LEFT, TOP), SOFT, 1.0, "");
}

#[cfg(test)]
mod tests {
    use super::super::testing::well_formed;
    use super::*;
    use crate::report::testing::{LIMITS, inputs, results};
    use crate::results::Results;
    use crate::testing::Scratch;

    #[test]
    fn a_mark_for_each_task_that_one_tool_answers() {
        let (tools, tasks) = inputs();
        let scratch = Scratch::new("plot-scatter");
        let text = scatter(&Report::new(&tools, &tasks, LIMITS, &results(&scratch, &tools, &tasks)), 0, 1);
        well_formed(&text);
        // Two where the property holds and one where it fails; one of each kind in the legend.
        assert_eq!((text.matches("<circle").count(), text.matches("<polygon").count()), (3, 2));
        assert!(text.contains("solved by both: 1 (one faster: 1, two: 0)"), "{text}");
        assert!(text.contains("only by one: 1, only by two: 1"), "{text}");
    }

    #[test]
    fn nothing_can_be_shown_too() {
        let (tools, tasks) = inputs();
        let scratch = Scratch::new("plot-scatter-nothing");
        let results = Results::open(&scratch.path.join("r")).unwrap();
        well_formed(&scatter(&Report::new(&tools, &tasks, LIMITS, &results), 0, 1));
    }
}
