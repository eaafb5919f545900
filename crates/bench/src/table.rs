//! Tables: Markdown to read, CSV to compute with.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::report::{Report, Row, Run};
use crate::task::{Corrected, Task, TaskError};
use crate::tool::Tool;
use crate::verdict::Class;

/// What is said of a benchmark beside its results.
pub struct Header {
    /// Verdicts of the suite that are wrong.
    pub corrected: Vec<Corrected>,
    /// The command that made it.
    pub command: String,
    /// When.
    pub date: String,
    /// Where.
    pub machine: String,
    /// Runs at a time.
    pub jobs: usize,
}

/// More than this of anything is only counted.
const MAX_LISTED: usize = 200;

/// The file `table.md`.
pub fn markdown(header: &Header, report: &Report, skipped: &[TaskError], plots: &[String]) -> String {
    let mut text = String::from("# Benchmark\n\n");
    text += &head(header, report, skipped);
    text += "\n## By tool\n\n";
    text += &by_tool(report);
    text += LEGEND;
    text += &answers("Wrong answers", report, Class::is_wrong);
    text += &corrections(&header.corrected);
    for plot in plots {
        let _ = write!(text, "\n![{plot}]({plot})\n");
    }
    text += "\n## By folder\n\n";
    text += &by_folder(report);
    text += &reasons(report);
    text += &answers("Errors", report, |class| class == Class::Error);
    if !skipped.is_empty() {
        text += "\n## Files that are no tasks\n\n";
        text += &limited(skipped.iter().map(|error| format!("- {}\n", escape(&error.to_string()))).collect());
    }
    text
}

const LEGEND: &str =
    "\n\\* over the tasks that all tools solved: CPU time, and the mean of the peaks of memory.\n";

fn head(header: &Header, report: &Report, skipped: &[TaskError]) -> String {
    let limits = report.limits;
    let mut text = String::new();
    let mut item = |name: &str, value: &str| {
        let _ = writeln!(text, "- {name}: {value}");
    };
    item("Command", &format!("`{}`", header.command.replace('`', "'")));
    item("Date", &header.date);
    item("Machine", &header.machine);
    let (seconds, megabytes) = (limits.time.as_secs_f64(), limits.memory >> 20);
    item("Limits", &format!("{seconds} s, {megabytes} MiB; {} at a time", header.jobs));
    item("Tasks", &format!("{}; {} files skipped", report.tasks.len(), skipped.len()));
    if report.done() < report.wanted() {
        item("**Not finished**", &format!("{} of {} runs are done", report.done(), report.wanted()));
    }
    for tool in report.tools {
        item(&format!("`{}`", tool.label), &escape(&tool.version));
    }
    text
}

fn columns() -> Vec<&'static str> {
    let mut columns = vec!["runs"];
    columns.extend(Class::ALL.map(Class::name));
    columns.extend(["score", "CPU s", "wall s", "solved by all*", "CPU s*", "MB*"]);
    columns
}

fn cells(row: &Row) -> Vec<String> {
    let mut cells = vec![row.runs.to_string()];
    for (class, count) in Class::ALL.iter().zip(row.classes) {
        cells.push(if class.is_wrong() && count > 0 { format!("**{count}**") } else { count.to_string() });
    }
    cells.extend([row.score.to_string(), format!("{:.1}", row.cpu), format!("{:.1}", row.wall)]);
    cells.push(row.common.to_string());
    cells.push(format!("{:.1}", row.common_cpu));
    cells.push(format!("{:.0}", row.common_memory / f64::from(1 << 20)));
    cells
}

/// One line a tool, over all tasks.
pub fn by_tool(report: &Report) -> String {
    let rows = report.tools.iter().enumerate().map(|(index, tool)| {
        let mut line = vec![escape(&tool.label)];
        line.extend(cells(&report.row(index, |_| true)));
        line
    });
    aligned(["tool"].into_iter().chain(columns()).collect(), 1, rows.collect())
}

/// One line a folder and tool.
fn by_folder(report: &Report) -> String {
    let mut rows = vec![];
    for folder in report.folders().into_keys() {
        for (index, tool) in report.tools.iter().enumerate() {
            let mut line = vec![escape(folder), escape(&tool.label)];
            line.extend(cells(&report.row(index, |task| task.folder == folder)));
            rows.push(line);
        }
    }
    aligned(["folder", "tool"].into_iter().chain(columns()).collect(), 2, rows)
}

/// A table whose columns are as wide as what is in them; the first few are words, the rest numbers.
fn aligned(columns: Vec<&str>, words: usize, rows: Vec<Vec<String>>) -> String {
    let columns: Vec<String> = columns.into_iter().map(str::to_string).collect();
    let width = |index: usize| {
        let cells = std::iter::once(&columns).chain(&rows).map(|row| row[index].chars().count());
        cells.max().unwrap_or_default().max(3)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |row: &[String]| {
        let mut text = String::from("|");
        for (index, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = if index < words {
                write!(text, " {cell:<width$} |")
            } else {
                write!(text, " {cell:>width$} |")
            };
        }
        text + "\n"
    };
    let rule: Vec<String> = widths
        .iter()
        .enumerate()
        .map(|(index, &width)| if index < words { "-".repeat(width) } else { "-".repeat(width - 1) + ":" })
        .collect();
    let mut text = line(&columns) + &line(&rule);
    rows.iter().for_each(|row| text += &line(row));
    text
}

/// Runs of a class, each with what would show it again.
fn answers(title: &str, report: &Report, wanted: impl Fn(Class) -> bool) -> String {
    let found = report.where_class(wanted);
    if found.is_empty() {
        return String::new();
    }
    let lines = found.into_iter().map(|(tool, task, run)| {
        format!("- {}\n  `{}`\n", escape(&answer(tool, task, run)), run.record.command.replace('`', "'"))
    });
    format!("\n## {title}\n\n{}", limited(lines.collect()))
}

/// Verdicts of the suite that are wrong.
fn corrections(corrected: &[Corrected]) -> String {
    if corrected.is_empty() {
        return String::new();
    }
    let lines = corrected.iter().map(|Corrected { label, suite }| {
        let task = format!("{}, {}", label.task, label.property.name());
        let line = format!("{task}: {}, and not {suite}: {}", label.expected, label.reason);
        format!("- {}\n", escape(&line))
    });
    format!("\n## Verdicts of the suite that are wrong\n\n{}", limited(lines.collect()))
}

/// Why answers are unknown, and how often, the most common reason first.
fn reasons(report: &Report) -> String {
    let mut counts: BTreeMap<(&str, String), (usize, &str)> = BTreeMap::new();
    for (tool, task, run) in report.where_class(|class| class == Class::Unknown) {
        let reason = kind_of(&run.record.reason);
        counts.entry((&tool.label, reason)).or_insert((0, &task.name)).0 += 1;
    }
    if counts.is_empty() {
        return String::new();
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, (count, _))| std::cmp::Reverse(count));
    let lines = counts.into_iter().map(|((tool, reason), (count, task))| {
        let reason = if reason.is_empty() { "no reason".to_string() } else { reason };
        format!("- {count} by {}: {}, such as {}\n", escape(tool), escape(&reason), escape(task))
    });
    format!("\n## Unknown, by reason\n\n{}", limited(lines.collect()))
}

/// What a reason has in common with others: its first part, without numbers.
fn kind_of(reason: &str) -> String {
    let first = reason.split(';').next().unwrap_or_default();
    let mut kind = String::new();
    for c in first.trim().chars() {
        match c {
            '0'..='9' if kind.ends_with('…') => {}
            '0'..='9' => kind.push('…'),
            c => kind.push(c),
        }
    }
    kind
}

/// What a tool answered, and what would have been right.
pub fn answer(tool: &Tool, task: &Task, run: &Run) -> String {
    let reason =
        if run.record.reason.is_empty() { String::new() } else { format!(" ({})", run.record.reason) };
    format!(
        "{}: {}, {}: {}{reason} instead of {}",
        tool.label,
        task.name,
        task.property.name(),
        run.record.status,
        task.expected
    )
}

fn limited(lines: Vec<String>) -> String {
    let more = lines.len().saturating_sub(MAX_LISTED);
    let mut text: String = lines.into_iter().take(MAX_LISTED).collect();
    if more > 0 {
        let _ = writeln!(text, "- and {more} more");
    }
    text
}

/// Text that is no Markdown.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '*' | '_' | '<' | '`' | '\\' | '[' => escaped.extend(['\\', c]),
            '\n' | '\r' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The file `results.csv`: a line a run.
pub fn csv(report: &Report) -> String {
    let mut text = String::from(
        "tool,version,task,folder,property,data_model,expected,status,class,cpu_s,wall_s,memory_bytes,reason\n",
    );
    for (index, tool) in report.tools.iter().enumerate() {
        for (task, run) in report.runs_of(index) {
            let record = &run.record;
            let expected = task.expected.to_string();
            let words = [
                &tool.label,
                &tool.version,
                &task.name,
                &task.folder,
                task.property.name(),
                task.data_model.name(),
                &expected,
                &record.status,
                run.class.name(),
            ];
            words.iter().for_each(|word| text += &(quoted(word) + ","));
            let _ =
                writeln!(text, "{},{},{},{}", record.cpu, record.wall, record.memory, quoted(&record.reason));
        }
    }
    text
}

/// A field of a CSV file.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::{LIMITS, inputs, results};
    use crate::task::TaskProblem;
    use crate::testing::Scratch;

    fn header() -> Header {
        Header {
            corrected: vec![],
            command: "fathom bench `x`".into(),
            date: "2026-11-15 16:22 UTC".into(),
            machine: "machine".into(),
            jobs: 2,
        }
    }

    fn with_report(test: &str, check: impl Fn(&Report)) {
        let (tools, tasks) = inputs();
        let scratch = Scratch::new(&format!("table-{test}"));
        check(&Report::new(&tools, &tasks, LIMITS, &results(&scratch, &tools, &tasks)));
    }

    #[test]
    fn rows_are_aligned() {
        with_report("rows", |report| {
            let table = by_tool(report);
            let lines: Vec<&str> = table.lines().collect();
            assert_eq!(lines.len(), 4);
            assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{table}");
            let cells: Vec<&str> = lines[2].split('|').map(str::trim).collect();
            assert_eq!(
                cells[1..17],
                [
                    "one", "4", "1", "1", "0", "**1**", "0", "1", "0", "0", "-13", "12.8", "12.8", "1",
                    "0.5", "100"
                ]
            );
        });
    }

    #[test]
    fn reasons_that_differ_in_numbers_are_one() {
        assert_eq!(
            kind_of("safe up to 12: no loop goes round more than 12 times; so"),
            kind_of("safe up to 3: no loop goes round more than 3 times")
        );
        assert_ne!(kind_of("a loop"), kind_of("a function"));
    }

    #[test]
    fn the_page() {
        with_report("page", |report| {
            let skipped =
                [TaskError { path: "c/a_b.yml".into(), problem: TaskProblem::Missing("input_files") }];
            let page = markdown(&header(), report, &skipped, &["quantile.svg".into()]);
            for part in [
                "- Command: `fathom bench 'x'`\n",
                "- Limits: 10 s, 1024 MiB; 2 at a time\n",
                "- **Not finished**: 7 of 8 runs are done\n",
                "- `two`: two 1.0\n",
                "## Wrong answers\n\n- one: folder/c, unreach-call: false(unreach-call) instead of true\n  `/bin/fathom svcomp`\n",
                "![quantile.svg](quantile.svg)",
                r"| other\|x |",
                r"c/a\_b.yml: no input\_files",
            ] {
                assert!(page.contains(part), "{part} in\n{page}");
            }
            assert!(!page.contains("## Errors"));
        });
    }

    #[test]
    fn long_lists_are_cut() {
        let text = limited((0..MAX_LISTED + 3).map(|number| format!("- {number}\n")).collect());
        assert!(text.ends_with("- 199\n- and 3 more\n"), "{text}");
    }

    #[test]
    fn fields_of_csv() {
        with_report("csv", |report| {
            let text = csv(report);
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 8);
            assert_eq!(
                lines[1],
                "one,one 1.0,folder/a,folder,unreach-call,ILP32,true,true,correct true,0.5,0.5,104857600,"
            );
            let count = lines[0].split(',').count();
            assert!(lines.iter().all(|line| line.split(',').count() == count), "{text}");
        });
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
