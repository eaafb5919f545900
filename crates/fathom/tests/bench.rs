//! `fathom bench`, with tools that are small shell scripts.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Finished, Job};

/// A folder for a test, with a suite of tasks in it.
struct Scene {
    folder: PathBuf,
}

impl Scene {
    /// Tasks are empty programs, with verdicts in their names.
    fn new(test: &str, tasks: &[&str]) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench").join(test);
        let _ = fs::remove_dir_all(&folder);
        let scene = Self { folder };
        for task in tasks {
            scene.write(&format!("suite/{task}"), "int main() {}\n");
        }
        scene
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }

    /// A tool that writes the last argument to a log of all calls, and then does what the script says with
    /// it in `$task`.
    fn tool(&self, name: &str, script: &str) {
        let log = self.folder.join("log");
        let text = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && {{ echo '{name} 1.0'; exit; }}\nfor task; do :; done\n\
             echo \"{name} ${{task##*/}}\" >> '{}'\n{script}\n",
            log.display()
        );
        self.write(name, &text);
        fs::set_permissions(self.folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Job {
        let mut job = Job::fathom("bench");
        job.command.args(arguments).current_dir(&self.folder);
        job
    }

    fn bench(&self, arguments: &[&str]) -> Finished {
        self.command(arguments).run()
    }

    /// The column of a tool in the table that is printed.
    fn cell(&self, finished: &Finished, tool: &str, column: &str) -> String {
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
        let mut table = finished.stdout.lines().filter(|line| line.starts_with('|')).map(cells);
        let columns = table.next().unwrap_or_else(|| panic!("no table: {finished:?}"));
        let row = table.find(|row| row[1] == tool).unwrap_or_else(|| panic!("no {tool}: {finished:?}"));
        row[columns.iter().position(|name| name == column).unwrap()].clone()
    }
}

/// Answers what the name of the task says, with the error function in unreach-call.
const RIGHT: &str = "case $task in *_true-*) echo true;; *) echo 'false(unreach-call)';; esac";

#[test]
fn every_ending_has_its_column() {
    let scene = Scene::new(
        "endings",
        &[
            "a/safe_true-unreach-call.c",
            "a/bug_false-unreach-call.c",
            "b/open_true-unreach-call.c",
            "b/crash_true-unreach-call.c",
            "b/refused_true-unreach-call.c",
            "b/hog_true-unreach-call.c",
        ],
    );
    scene.tool(
        "fake",
        &format!(
            "case $task in *open*) echo 'unknown: no idea' >&2; echo unknown;; *crash*) kill -SEGV $$;;\n\
             *refused*) echo 'no such type' >&2; exit 65;; *hog*) tail -n 1 /dev/zero;; *) {RIGHT};; esac"
        ),
    );
    let options =
        ["suite", "--tool", "fathom=./fake", "--memory-limit", "300M", "--time-limit", "50", "--jobs", "2"];
    let finished = scene.bench(&options);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    for (column, count) in [
        ("runs", "6"),
        ("correct true", "1"),
        ("correct false", "1"),
        ("wrong true", "0"),
        ("wrong false", "0"),
        ("unknown", "1"),
        ("time-out", "0"),
        ("out of memory", "1"),
        ("error", "2"),
        ("score", "3"),
    ] {
        assert_eq!(scene.cell(&finished, "fathom", column), count, "{column}: {finished:?}");
    }
    let table = scene.read("bench/table.md");
    let unknown = "## Unknown, by reason\n\n- 1 by fathom: no idea, such as b/open";
    for part in
        ["fake 1.0", "## By folder", "ended by signal 11", "exit code 65: no such type", "Machine: ", unknown]
    {
        assert!(table.contains(part), "{part} in\n{table}");
    }
    assert_eq!(scene.read("bench/results.jsonl").lines().count(), 6);
    assert_eq!(scene.read("bench/results.csv").lines().count(), 7);
    assert!(scene.read("bench/results.csv").contains(",unknown,unknown,"));
    assert!(scene.read("bench/quantile.svg").starts_with("<svg"));
    let left: Vec<_> =
        fs::read_dir(scene.folder.join("bench")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("scratch")), "{left:?}");
}

#[test]
fn wrong_labels_are_corrected_in_the_open() {
    let scene = Scene::new("labels", &["a/safe_true-unreach-call.c", "a/mislabelled_false-unreach-call.c"]);
    scene.tool("fake", "echo true");
    let options = ["suite", "--tool", "fathom=./fake", "--labels", "labels.txt"];
    scene.write("labels.txt", "# Nothing yet.\n\n");
    let wrong = scene.bench(&options);
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(!scene.read("bench/table.md").contains("of the suite that are wrong"));
    scene.write("labels.txt", "a/mislabelled_false-unreach-call.c unreach-call true main is empty\n");
    let right = scene.bench(&options);
    assert_eq!(right.code, Some(0), "{right:?}");
    assert_eq!(scene.read("log").lines().count(), 2, "runs are not repeated");
    let line = "c, unreach-call: true, and not false: main is empty\n";
    assert!(scene.read("bench/table.md").contains(line), "{}", scene.read("bench/table.md"));
    scene.write("labels.txt", "\na.c unreach-call maybe\n");
    let bad = scene.bench(&options);
    assert_eq!(bad.code, Some(65), "{bad:?}");
    assert!(bad.stderr.contains("labels.txt:2: 'maybe' is no verdict"), "{bad:?}");
}

#[test]
fn what_hangs_is_ended_with_all_that_it_started() {
    let scene = Scene::new("hang", &["a/hang_true-unreach-call.c"]);
    let pid = scene.folder.join("pid");
    scene.tool("fake", &format!("sleep 1000 & echo $! > '{}'; sleep 1000; echo true", pid.display()));
    let finished = scene.bench(&["suite", "--tool", "fathom=./fake", "--time-limit", "300ms"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(scene.cell(&finished, "fathom", "time-out"), "1");
    assert_ends(scene.read("pid").trim());
}

/// Waits until a process has ended.
#[track_caller]
fn assert_ends(pid: &str) {
    assert!(!pid.is_empty());
    let start = Instant::now();
    while fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|text| text.contains("(sleep) S")) {
        assert!(start.elapsed() < Duration::from_secs(30), "{pid} runs on");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn wrong_answers_come_first_and_fail() {
    let scene = Scene::new("wrong", &["a/x_false-unreach-call.c", "a/y_true-unreach-call.c"]);
    scene.tool("good", RIGHT);
    scene.tool("bad", "echo true");
    let options = ["suite", "--tool", "fathom=./good", "--tool", "fathom=./bad:--fast", "--output", "out"];
    let finished = scene.bench(&options);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let mut lines = finished.stdout.lines();
    let first = "wrong: fathom --fast: a/x_false-unreach-call.c, unreach-call: true instead of false";
    assert_eq!(lines.next(), Some(first));
    let command = lines.next().unwrap();
    assert!(command.contains("/bad svcomp --property ") && command.contains("unreach-call.prp"), "{command}");
    assert_eq!(scene.cell(&finished, "fathom --fast", "wrong true"), "**1**");
    assert_eq!(scene.cell(&finished, "fathom --fast", "score"), "-30");
    assert_eq!(scene.cell(&finished, "fathom", "score"), "3");
    let again = Command::new("sh").args(["-c", command]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&again.stdout), "true\n", "the command shows it again");
    assert!(scene.read("out/scatter-fathom-fathom-fast.svg").ends_with("</svg>\n"));
    // All tools for one task, then all for the next, which another one begins.
    let log = scene.read("log");
    let order: Vec<&str> = log.lines().map(|line| &line[..line.find('_').unwrap()]).collect();
    assert_eq!(order[..4], ["good x", "bad x", "bad y", "good y"]);
}

#[test]
fn a_run_is_done_once() {
    let scene = Scene::new("resume", &["a/x_true-unreach-call.c", "a/y_false-unreach-call.c"]);
    scene.tool("fake", RIGHT);
    let options = ["suite", "--tool", "fathom=./fake"];
    let calls = || scene.read("log").lines().count();
    let first = scene.bench(&options);
    assert_eq!((first.code, calls()), (Some(0), 2), "{first:?}");
    let second = scene.bench(&options);
    assert_eq!((calls(), second.stdout), (2, first.stdout));
    // The end of the file is lost, as when a disk is full.
    let results = scene.read("bench/results.jsonl");
    scene.write("bench/results.jsonl", &results[..results.len() - 20]);
    assert_eq!(scene.bench(&options).code, Some(0));
    assert_eq!(calls(), 3, "the one that was lost");
    assert_eq!(scene.read("bench/results.jsonl").lines().count(), 2);
    // Another limit, another option, another program: other runs.
    scene.bench(&["suite", "--tool", "fathom=./fake", "--time-limit", "16s"]);
    scene.bench(&["suite", "--tool", "fathom=./fake:--more"]);
    assert_eq!(calls(), 7);
    scene.tool("fake", &format!("{RIGHT} # newer"));
    scene.bench(&options);
    assert_eq!(calls(), 9);
}

#[test]
fn an_interrupt_keeps_what_is_done() {
    let scene = Scene::new("interrupt", &["a/a_true-unreach-call.c", "a/b_true-unreach-call.c"]);
    let pid = scene.folder.join("pid");
    let script =
        format!("case $task in *b_*) echo $$ > '{}'; exec sleep 1000;; esac; echo true", pid.display());
    scene.tool("fake", &script);
    let mut job = scene.command(&["suite", "--tool", "fathom=./fake", "--time-limit", "1h"]);
    let child = job.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !scene.read("pid").ends_with('\n') {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not get to the second task");
        thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 of 2 runs are done."), "{text}");
    assert_eq!(scene.read("bench/results.jsonl").lines().count(), 1);
    assert!(scene.read("bench/table.md").contains("**Not finished**"));
    assert_ends(scene.read("pid").trim());
}

#[test]
fn a_tool_that_deepens_is_one_run() {
    let scene = Scene::new("deepen", &["a/x_true-no-overflow.c", "a/y_false-no-overflow.c"]);
    scene.tool(
        "cbmc",
        "case \"$*\" in *' --unwinding-assertions'*) assertions=1;; *) assertions=;; esac\n\
         case \"$*\" in *'--unwind 12 '*) enough=1;; *) enough=;; esac\n\
         case $task in *y_*) failure=$enough;; *) failure=;; esac\n\
         [ $assertions ] && [ ! $enough ] && failure=1\n\
         if [ $failure ]; then echo Violated property:; echo overflow on signed +; echo VERIFICATION FAILED; exit 10; fi\necho VERIFICATION SUCCESSFUL",
    );
    let finished = scene.bench(&["suite", "--tool", "cbmc=./cbmc"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(scene.cell(&finished, "cbmc", "score"), "3");
    assert_eq!(scene.read("log").lines().count(), 6 + 5);
    assert!(scene.read("bench/results.jsonl").contains("--signed-overflow-check"));
}

#[test]
fn task_files_and_samples() {
    let definition = |file: &str| {
        format!(
            "format_version: '2.0'\ninput_files: {file}\nproperties:\n  - property_file: \
             ../properties/unreach-call.prp\n    expected_verdict: true\noptions:\n  data_model: LP64\n"
        )
    };
    let scene = Scene::new("tasks", &[]);
    for name in ["a", "b", "c"] {
        scene.write(&format!("suite/one/{name}.yml"), &definition(&format!("{name}.c")));
        scene.write(&format!("suite/one/{name}.c"), "");
    }
    scene.write("suite/two/d.yml", &definition("d.c"));
    scene.write("suite/two/d.c", "");
    scene.write("suite/two/broken.yml", "format_version: '2.0'\ninput_files: [\n");
    scene.write("suite/pthread-x/e.yml", &definition("e.c"));
    scene.write("suite/pthread-x/e.c", "");
    let list = |options: &[&str]| {
        let finished = scene.bench(&[options, &["--dry-run"]].concat());
        assert_eq!(finished.code, Some(0), "{finished:?}");
        finished.stdout.lines().map(str::to_string).collect::<Vec<_>>()
    };
    let all = list(&["suite"]);
    assert_eq!(all.len(), 4);
    assert_eq!(all[3], "two/d.yml unreach-call LP64 true");
    let sample = list(&["suite", "--sample", "2"]);
    assert!(
        sample.len() == 2 && sample[0].starts_with("one/") && sample[1].starts_with("two/"),
        "{sample:?}"
    );
    assert_eq!(list(&["suite", "--threads"]).len(), 5);
    assert_eq!(list(&["suite/two", "--property", "unreach-call"]), [&*all[3]]);
    scene.write("mine.list", "suite/one/a.yml\nsuite/t*/d.yml\n");
    assert_eq!(list(&["--list", "mine.list"]).len(), 2);
    scene.tool("fake", "echo true");
    let finished = scene.bench(&["suite", "--tool", "fathom=./fake"]);
    assert!(finished.stderr.contains("warning: skipped: ") && finished.stderr.contains("broken.yml: line "));
    assert!(scene.read("bench/table.md").contains("Tasks: 4; 1 files skipped"));
}

#[test]
fn what_cannot_be_done_is_said() {
    let scene = Scene::new("errors", &["a/x_true-unreach-call.c"]);
    fs::create_dir_all(scene.folder.join("empty")).unwrap();
    scene.write("broken.yml", "");
    scene.write("broken.jsonl", "not a result\n");
    scene.tool("fake", RIGHT);
    let fails = |arguments: &[&str], code: i32, message: &str| {
        let finished = scene.bench(arguments);
        assert_eq!(
            (finished.code, finished.stdout.as_str()),
            (Some(code), ""),
            "{arguments:?}: {finished:?}"
        );
        assert!(finished.stderr.contains(message), "{arguments:?}: {}", finished.stderr);
    };
    fails(&["empty"], 65, "there are no tasks about unreach-call");
    fails(&["nowhere"], 65, "nowhere: cannot read it");
    fails(&["broken.yml"], 65, "broken.yml: it is empty");
    fails(&["suite", "--tool", "cbmc=/no/such/cbmc"], 65, "no program /no/such/cbmc");
    fails(&["suite", "--tool", "fathom=./fake", "--tool", "fathom=./fake"], 64, "is there twice");
    fails(&["suite", "--tool", "z3"], 64, "the names are fathom, cbmc, esbmc, sea, klee");
    fails(&["suite", "--property", "safety"], 64, "the properties are: unreach-call, ");
    fails(&["suite", "--tool", "fathom=./fake", "--results", "broken.jsonl"], 65, "broken.jsonl, line 1");
    fails(&[], 64, "Usage: fathom bench [OPTIONS] [PATH]...");
    assert_eq!(scene.read("broken.jsonl"), "not a result\n");
    assert_eq!(scene.read("log"), "");
}

#[test]
fn help_says_how() {
    let help = Scene::new("help", &["x"]).bench(&["--help"]).stdout;
    for part in ["--tool <TOOL>", "--sample <N>", "Exit codes:", "an answer is wrong", "Examples:"] {
        assert!(help.contains(part), "{part} in\n{help}");
    }
}
