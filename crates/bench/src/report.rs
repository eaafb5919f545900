//! What the results of a benchmark say.

use std::collections::BTreeMap;

use crate::results::{Key, Record, Results};
use crate::run::Limits;
use crate::task::Task;
use crate::tool::Tool;
use crate::verdict::{Class, judge};

/// A run and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// What it is worth.
    pub class: Class,
    /// What was written of it.
    pub record: Record,
}

/// All runs of a benchmark that were done.
pub struct Report<'a> {
    /// The tools.
    pub tools: &'a [Tool],
    /// The tasks.
    pub tasks: &'a [Task],
    /// For each run.
    pub limits: Limits,
    /// For each task, a run of each tool.
    runs: Vec<Vec<Option<Run>>>,
}

/// Sums over the runs of a tool.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Row {
    /// Runs that were done.
    pub runs: usize,
    /// How many of each class, in the order of [`Class::ALL`] and of the enumeration.
    pub classes: [usize; 8],
    /// Points in SV-COMP.
    pub score: i64,
    /// CPU time of all runs, in seconds.
    pub cpu: f64,
    /// Wall time of all runs, in seconds.
    pub wall: f64,
    /// Tasks that all tools solved.
    pub common: usize,
    /// CPU time for these, in seconds.
    pub common_cpu: f64,
    /// The mean of the peaks of memory for these, in bytes.
    pub common_memory: f64,
}

impl<'a> Report<'a> {
    /// Takes from the results what belongs to these tools and tasks.
    pub fn new(tools: &'a [Tool], tasks: &'a [Task], limits: Limits, results: &Results) -> Self {
        let run = |tool: &Tool, task: &Task| {
            let record = results.get(&Key::new(tool, task, limits))?.clone();
            Some(Run { class: judge(task, record.status()), record })
        };
        let of_task = |task: &Task| tools.iter().map(|tool| run(tool, task)).collect();
        Self { tools, tasks, limits, runs: tasks.iter().map(of_task).collect() }
    }

    /// The run of a tool on a task, by their numbers.
    pub fn run(&self, task: usize, tool: usize) -> Option<&Run> {
        self.runs[task][tool].as_ref()
    }

    /// All runs of a tool that were done, with their tasks.
    pub fn runs_of(&self, tool: usize) -> impl Iterator<Item = (&Task, &Run)> {
        self.tasks.iter().zip(&self.runs).filter_map(move |(task, runs)| Some((task, runs[tool].as_ref()?)))
    }

    /// How many runs there are.
    pub fn done(&self) -> usize {
        self.runs.iter().flatten().flatten().count()
    }

    /// How many there should be.
    pub fn wanted(&self) -> usize {
        self.tasks.len() * self.tools.len()
    }

    /// Runs of a class, tool by tool.
    pub fn where_class(&self, wanted: impl Fn(Class) -> bool) -> Vec<(&Tool, &Task, &Run)> {
        let mut found = vec![];
        for (index, tool) in self.tools.iter().enumerate() {
            let fitting = self.runs_of(index).filter(|(_, run)| wanted(run.class));
            found.extend(fitting.map(|(task, run)| (tool, task, run)));
        }
        found
    }

    /// The sums for a tool, over the tasks that are `wanted`.
    pub fn row(&self, tool: usize, wanted: impl Fn(&Task) -> bool) -> Row {
        let mut row = Row::default();
        for (index, _) in self.tasks.iter().enumerate().filter(|(_, task)| wanted(task)) {
            let Some(run) = self.run(index, tool) else { continue };
            row.runs += 1;
            row.classes[run.class as usize] += 1;
            row.score += run.class.score();
            row.cpu += run.record.cpu;
            row.wall += run.record.wall;
            if self.solved_by_all(index) {
                row.common += 1;
                row.common_cpu += run.record.cpu;
                row.common_memory += run.record.memory as f64;
            }
        }
        row.common_memory /= row.common.max(1) as f64;
        row
    }

    fn solved_by_all(&self, task: usize) -> bool {
        self.runs[task].iter().all(|run| run.as_ref().is_some_and(|run| run.class.is_correct()))
    }

    /// The folders, in order, with the number of tasks in each.
    pub fn folders(&self) -> BTreeMap<&str, usize> {
        let mut folders = BTreeMap::new();
        for task in self.tasks {
            *folders.entry(task.folder.as_str()).or_default() += 1;
        }
        folders
    }
}

#[cfg(test)]
pub mod testing {
    //! A report for tests.

    use std::time::Duration;

    use super::*;
    use crate::property::Property;
    use crate::task::Expected;
    use crate::testing::{Scratch, outcome, task, tool};
    use crate::verdict::Status;

    /// Limits of the report.
    pub const LIMITS: Limits = Limits { time: Duration::from_secs(10), memory: 1 << 30 };

    /// Tools and tasks.
    pub fn inputs() -> (Vec<Tool>, Vec<Task>) {
        let reach = |name: &str, expected| task(name, Property::UnreachCall, expected);
        let mut tasks = vec![
            reach("a", Expected::True),
            reach("b", Expected::False(None)),
            reach("c", Expected::True),
            reach("d", Expected::True),
        ];
        tasks[3].folder = "other|x".into();
        (vec![tool("one"), tool("two")], tasks)
    }

    /// The first tool is right, right, wrong, out of time; the second right, unknown, right, and not run.
    pub fn results(scratch: &Scratch, tools: &[Tool], tasks: &[Task]) -> Results {
        let mut results = Results::open(&scratch.path.join("results.jsonl")).unwrap();
        let alarm = Status::False(Some(Property::UnreachCall));
        let runs: [(usize, usize, Status, f64); 7] = [
            (0, 0, Status::True, 0.5),
            (0, 1, alarm, 1.25),
            (0, 2, alarm, 0.0625),
            (0, 3, Status::TimeOut, 11.0),
            (1, 0, Status::True, 2.0),
            (1, 1, Status::Unknown, 0.25),
            (1, 2, Status::True, 0.75),
        ];
        for (tool, task, status, seconds) in runs {
            let outcome = outcome(status, seconds);
            results.add(Record::new(&tools[tool], &tasks[task], LIMITS, &outcome)).unwrap();
        }
        results
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{LIMITS, inputs, results};
    use super::*;
    use crate::testing::Scratch;

    #[test]
    fn sums() {
        let (tools, tasks) = inputs();
        let scratch = Scratch::new("report-sums");
        let report = Report::new(&tools, &tasks, LIMITS, &results(&scratch, &tools, &tasks));
        assert_eq!((report.done(), report.wanted()), (7, 8));
        let row = report.row(0, |_| true);
        assert_eq!((row.runs, row.classes, row.score), (4, [1, 1, 0, 1, 0, 1, 0, 0], 2 + 1 - 16));
        assert_eq!((row.cpu, row.common, row.common_cpu), (12.812, 1, 0.5));
        assert_eq!(row.common_memory, f64::from(100 << 20));
        let row = report.row(1, |task| task.folder == "folder");
        assert_eq!((row.runs, row.classes, row.score), (3, [2, 0, 0, 0, 1, 0, 0, 0], 4));
        let wrong = report.where_class(Class::is_wrong);
        assert_eq!(wrong.len(), 1);
        assert_eq!((wrong[0].0.label.as_str(), wrong[0].1.name.as_str()), ("one", "folder/c"));
        assert_eq!(report.folders().into_iter().collect::<Vec<_>>(), [("folder", 3), ("other|x", 1)]);
    }
}
