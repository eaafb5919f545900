//! How many tasks each tool solves within a time.

use super::{Anchor, COLOURS, GRID, INK, LogScale, MINOR_GRID, SOFT, Svg, seconds, short, title};
use crate::report::Report;

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 500.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 600.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 440.0;

/// Room for a label.
const LINE: f64 = 19.0;

/// The plot: a point (n, t) of a tool's line says that n correct answers took at most t seconds each.
pub fn quantile(report: &Report) -> String {
    let times: Vec<Vec<f64>> = (0..report.tools.len()).map(|tool| solved(report, tool)).collect();
    let most = times.iter().map(Vec::len).max().unwrap_or_default().max(1);
    let limit = report.limits.time.as_secs_f64();
    let low = LogScale::low(times.iter().flatten().copied()).min(limit / 10.0);
    let y = LogScale { low, high: limit * 1.25, from: BOTTOM, to: TOP };
    let x = |count: usize| LEFT + (RIGHT - LEFT) * count as f64 / most as f64;

    let mut svg = Svg::new(WIDTH, HEIGHT, "Correct answers within a time");
    let below = format!("{} tasks, {} s each", report.tasks.len(), seconds(limit));
    title(&mut svg, LEFT, "Correct answers within a time", &[&below]);
    grid(&mut svg, y, limit);
    for count in ticks(most) {
        svg.line((x(count), BOTTOM), (x(count), BOTTOM + 5.0), SOFT, 1.0, "");
        svg.words((x(count), BOTTOM + 20.0), Anchor::Middle, &format!("fill=\"{SOFT}\""), &count.to_string());
    }
    svg.words(
        ((LEFT + RIGHT) / 2.0, BOTTOM + 44.0),
        Anchor::Middle,
        &format!("fill=\"{INK}\""),
        "correct answers, the fastest first",
    );
    svg.upright((22.0, (TOP + BOTTOM) / 2.0), "CPU time of each (s)");

    let mut labels = vec![];
    for (tool, times) in times.iter().enumerate() {
        let colour = COLOURS[tool % COLOURS.len()];
        let points: Vec<(f64, f64)> =
            times.iter().enumerate().map(|(index, &time)| (x(index + 1), y.at(time))).collect();
        if points.len() > 1 {
            svg.polyline(&points, colour);
        }
        let step = (points.len() / 12).max(1);
        for &point in points.iter().rev().step_by(step) {
            svg.mark(point, tool, colour, 4.0);
        }
        let end = points.last().copied().unwrap_or((LEFT, BOTTOM));
        labels.push((end.1, tool, format!("{} ({})", short(&report.tools[tool].label), times.len())));
    }
    legend(&mut svg, labels);
    svg.end()
}

/// The times of a tool's correct answers, the least first.
fn solved(report: &Report, tool: usize) -> Vec<f64> {
    let correct = report.runs_of(tool).filter(|(_, run)| run.class.is_correct());
    let mut times: Vec<f64> = correct.map(|(_, run)| run.record.cpu).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn grid(svg: &mut Svg, y: LogScale, limit: f64) {
    for time in y.minors() {
        svg.line((LEFT, y.at(time)), (RIGHT, y.at(time)), MINOR_GRID, 1.0, "");
    }
    for time in y.decades() {
        svg.line((LEFT, y.at(time)), (RIGHT, y.at(time)), GRID, 1.0, "");
        svg.words((LEFT - 8.0, y.at(time) + 4.5), Anchor::End, &format!("fill=\"{SOFT}\""), &seconds(time));
    }
    svg.line((LEFT, y.at(limit)), (RIGHT, y.at(limit)), SOFT, 1.0, "6 4");
    let style = format!("fill=\"{SOFT}\" font-size=\"11\"");
    svg.words(
        (LEFT + 6.0, y.at(limit) - 5.0),
        Anchor::Start,
        &style,
        &format!("time limit, {} s", seconds(limit)),
    );
    svg.line((LEFT, BOTTOM), (RIGHT, BOTTOM), SOFT, 1.0, "");
}

/// Some six round numbers.
fn ticks(most: usize) -> Vec<usize> {
    let rough = (most / 6).max(1);
    let power = 10_usize.pow(rough.ilog10());
    let step =
        [1, 2, 5, 10].into_iter().map(|digit| digit * power).find(|&step| step >= rough).unwrap_or(power);
    (0..=most / step).map(|index| index * step).collect()
}

/// Names beside the ends of the lines, as near as there is room.
fn legend(svg: &mut Svg, mut labels: Vec<(f64, usize, String)>) {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut least = TOP;
    let count = labels.len();
    for (index, (y, tool, text)) in labels.into_iter().enumerate() {
        let most = BOTTOM - LINE * (count - 1 - index) as f64;
        let place = y.max(least).min(most.max(least));
        least = place + LINE;
        let colour = COLOURS[tool % COLOURS.len()];
        svg.mark((RIGHT + 16.0, place), tool, colour, 4.5);
        let style = format!("fill=\"{INK}\"");
        svg.words((RIGHT + 27.0, place + 4.5), Anchor::Start, &style, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::well_formed;
    use super::*;
    use crate::report::testing::{LIMITS, inputs, results};
    use crate::results::Results;
    use crate::testing::Scratch;

    #[test]
    fn every_tool_has_a_name_and_its_number() {
        let (mut tools, tasks) = inputs();
        tools[0].label = "<one> & only".into();
        let scratch = Scratch::new("plot-quantile");
        let text = quantile(&Report::new(&tools, &tasks, LIMITS, &results(&scratch, &tools, &tasks)));
        well_formed(&text);
        assert!(text.contains("&lt;one&gt; &amp; only (2)") && text.contains("two (2)"), "{text}");
        assert_eq!(text.matches("<polyline").count(), 2);
    }

    #[test]
    fn nothing_can_be_shown_too() {
        let (tools, tasks) = inputs();
        let scratch = Scratch::new("plot-nothing");
        let results = Results::open(&scratch.path.join("r")).unwrap();
        well_formed(&quantile(&Report::new(&tools, &tasks, LIMITS, &results)));
    }

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(ticks(3), [0, 1, 2, 3]);
        assert_eq!(ticks(100), [0, 20, 40, 60, 80, 100]);
        assert_eq!(ticks(2529), [0, 500, 1000, 1500, 2000, 2500]);
        assert_eq!(ticks(1), [0, 1]);
    }
}
