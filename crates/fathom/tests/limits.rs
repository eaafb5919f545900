//! Limits that hold, outputs that cannot be written, and answers that say nothing.

mod common;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{Finished, Job, scratch};

const HARD: &str = "
extern unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void abort(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a > 1 && b > 1 && a <= b);
  if (a * b == 9223372036854775783ULL) __builtin_trap();
  return 0;
}
";

const DEEP: &str = "
extern int __VERIFIER_nondet_int(void);
int f(int n, int d) {
  if (n <= 0 || d > 10000) return d;
  return __VERIFIER_nondet_int() ? f(n - 1, d + 1) : f(n / 2, d + 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) { s ^= i & j; if (s < 0) s = -s - 1; }
  return s < 0 ? 1 / (s + 1) : f(n, 0);
}
";

fn write(directory: &Path, name: &str, text: &str) {
    fs::write(directory.join(name), text).unwrap();
}

fn fathom(directory: &Path, arguments: &[&str]) -> Finished {
    let mut job = Job::new(env!("CARGO_BIN_EXE_fathom"));
    job.command.args(arguments).current_dir(directory);
    job.run()
}

/// A file that a compiler needs long for.
fn huge() -> String {
    let functions = (0..20_000).map(|i| {
        format!(
            "int f{i}(int a, int b) {{ int t[3] = {{a, b, {i}}}; return t[a & 1] / (b | 1) + t[2] * a; }}\n"
        )
    });
    functions.collect::<String>() + "int main(void) { return f3(1, 2); }\n"
}

/// The tests run beside others, on machines that are busy.
const SLACK: Duration = Duration::from_millis(2500);

#[test]
fn time_is_kept_whatever_is_under_way() {
    let here = scratch("time");
    write(&here, "hard.c", HARD);
    write(&here, "deep.c", DEEP);
    write(&here, "huge.c", &huge());
    write(&here, "p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let commands: [&[&str]; 6] = [
        &["check", "--timeout", "1s", "hard.c"],
        &["check", "--timeout", "1s", "deep.c"],
        &["check", "--timeout", "500ms", "huge.c"],
        &["check", "--timeout", "1s", "--certify", "proofs", "deep.c"],
        &["svcomp", "--timeout", "1s", "--property", "p.prp", "deep.c"],
        &["svcomp", "--timeout", "500ms", "--property", "p.prp", "huge.c"],
    ];
    for command in commands {
        let start = Instant::now();
        let result = fathom(&here, command);
        assert!(start.elapsed() < Duration::from_secs(1) + SLACK, "{command:?}: {:?}", start.elapsed());
        assert_eq!(result.code, Some(2), "{command:?}: {result:?}");
        assert!((result.stdout + &result.stderr).contains("the time is up"), "{command:?}");
    }
}

#[test]
fn memory_is_kept() {
    let here = scratch("memory");
    write(&here, "deep.c", DEEP);
    let result = fathom(&here, &["check", "--memory-limit", "120M", "--timeout", "60s", "deep.c"]);
    assert_eq!(result.code, Some(2), "{result:?}");
    assert!(result.stdout.contains("the memory is used up"), "{result:?}");
}

#[test]
fn who_is_stopped_answers_in_the_format_that_is_wanted() {
    let here = scratch("stopped");
    write(&here, "huge.c", &huge());
    for (format, part) in
        [("json", "\"outcome\": \"unknown\""), ("sarif", "\"2.1.0\""), ("junit", "<testsuites>")]
    {
        let result = fathom(&here, &["check", "--timeout", "300ms", "--format", format, "huge.c"]);
        assert_eq!(result.code, Some(2), "{result:?}");
        assert!(result.stdout.contains(part) && result.stdout.contains("the time is up"), "{result:?}");
    }
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_search() {
    let here = scratch("outputs");
    write(&here, "a.c", "int main(void) { return 0; }\n");
    write(&here, "taken", "mine");
    write(&here, "p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    fs::create_dir(here.join("folder")).unwrap();
    for option in ["--html", "--evidence", "--emit-test", "--emit-smt2", "--certify"] {
        for target in ["taken", "taken/deeper", "/proc/nowhere"] {
            let result = fathom(&here, &["check", option, target, "a.c"]);
            assert_eq!(
                (result.code, result.stdout.as_str()),
                (Some(65), ""),
                "{option} {target}: {result:?}"
            );
            assert!(result.stderr.contains(target), "{option} {target}: {result:?}");
        }
    }
    for target in ["folder", "none/w.yml", "/proc/nowhere/w.yml"] {
        let result = fathom(&here, &["svcomp", "--witness", target, "--property", "p.prp", "a.c"]);
        assert_eq!((result.code, result.stdout.as_str()), (Some(65), ""), "{target}: {result:?}");
    }
    assert_eq!(fs::read_to_string(here.join("taken")).unwrap(), "mine");
}

#[test]
fn an_old_report_survives_a_program_that_does_not_compile() {
    let here = scratch("old_report");
    write(&here, "bad.c", "int main(void) {\n");
    fs::create_dir(here.join("out")).unwrap();
    write(&here.join("out"), "index.html", "old");
    assert_eq!(fathom(&here, &["check", "--html", "out", "bad.c"]).code, Some(65));
    assert_eq!(fs::read_to_string(here.join("out/index.html")).unwrap(), "old");
}

const CONTRADICTION: &str = "
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  __VERIFIER_assume(x < 2);
  return 10 / x;
}
";

const UNREACHED: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 2) return 10 / x;
  return 0;
}
";

const SENSIBLE: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) return 10 / x;
  return 0;
}
";

const NOT_TO_BE_REACHED: &str = "
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 2) assert(0);
  return 0;
}
";

#[test]
fn what_says_nothing_is_a_warning_in_every_format_and_a_failure_if_asked_for() {
    let here = scratch("vacuous");
    let programs = [
        ("contradiction.c", CONTRADICTION, Some("exclude every execution")),
        ("unreached.c", UNREACHED, Some("no execution gets to any of the properties")),
        ("empty.c", "int main(void) { return 0; }\n", Some("o properties")),
        ("sensible.c", SENSIBLE, None),
        ("not_to_be_reached.c", NOT_TO_BE_REACHED, None),
    ];
    for (name, text, warning) in programs {
        write(&here, name, text);
        for format in ["text", "json", "sarif", "junit"] {
            let result = fathom(&here, &["check", "--format", format, "--html", "html", name]);
            assert_eq!(result.code, Some(0), "{name} {format}: {result:?}");
            let page = fs::read_to_string(here.join("html/index.html")).unwrap();
            match warning {
                Some(warning) => {
                    assert!(result.stdout.contains(warning), "{name} {format}: {result:?}");
                    assert!(page.contains(warning), "{name}");
                }
                None => assert!(!result.stdout.contains("nothing to check"), "{name} {format}: {result:?}"),
            }
        }
        let code = fathom(&here, &["check", "--fail-on-vacuous", name]).code;
        assert_eq!(code, Some(if warning.is_some() { 2 } else { 0 }), "{name}");
    }
}

#[test]
fn the_steps_of_a_failure_are_shown_if_there_is_time() {
    let here = scratch("steps");
    write(
        &here,
        "a.c",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  \
         int y = x - 3;\n  return 10 / y;\n}\n",
    );
    let result = fathom(&here, &["check", "--timeout", "20s", "--memory-limit", "2G", "a.c"]);
    assert_eq!(result.code, Some(1), "{result:?}");
    assert!(result.stdout.contains("path:"), "{result:?}");
}
