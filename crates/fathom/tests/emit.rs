//! The tests that `fathom check --emit-test` writes for what fails in `tests/check` are built with clang's
//! sanitizers and run: they must fail natively where Fathom says.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Job, has_sanitizers, in_parallel, say_aloud, scratch, tests_directory};
use fathom_frontend::split_words;

/// How a script ends where clang has no sanitizers.
const NO_RUNTIME: i32 = 3;

/// Checks a program and writes tests to a directory; what `fathom` says to standard error.
fn emit(program: &Path, options: &[&str], directory: &Path) -> String {
    let mut check = Job::fathom("check");
    check.command.arg(program).arg("--emit-test").arg(directory).args(options);
    let finished = check.run();
    assert_eq!(finished.code, Some(1), "{}{}", finished.stdout, finished.stderr);
    finished.stderr
}

/// Runs the script in a directory, unless there are no sanitizers: then nothing is known.
fn is_as_predicted(directory: &Path, test: &str) -> bool {
    if !has_sanitizers() {
        return true;
    }
    let mut job = Job::new("sh");
    job.command.arg("--").arg(format!("{test}.sh")).current_dir(directory);
    let finished = job.run();
    println!("{}{}", finished.stdout, finished.stderr);
    finished.code == Some(0)
}

/// Writes a program to an empty directory and emits its tests to `out` there; the messages, and where the tests are.
fn emitted(name: &str, source: &str, options: &[&str]) -> (String, PathBuf) {
    let directory = scratch(name);
    let program = directory.join("main.c");
    fs::write(&program, source).expect("a file");
    let out = directory.join("out");
    (emit(&program, options, &out), out)
}

/// What became of the failures of a program.
#[derive(Default)]
struct Outcome {
    as_predicted: usize,
    no_test: usize,
    excused: usize,
    no_runtime: usize,
    problems: Vec<String>,
}

/// Programs with failures, and their options.
fn failing_programs(folder: &Path, found: &mut Vec<(PathBuf, Vec<String>, bool)>) {
    let entries = fs::read_dir(folder).expect("the folder of tests");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            failing_programs(&path, found);
            continue;
        }
        let is_source = path.extension().is_some_and(|ending| ending == "c" || ending == "cpp");
        let text = if is_source { fs::read_to_string(&path).expect("a program") } else { continue };
        if !text.contains("// FAILS: ") {
            continue;
        }
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("// OPTIONS: "));
        let options = lines.flat_map(|line| split_words(line).expect("options")).collect();
        found.push((path, options, text.contains("\n// NATIVE: ")));
    }
}

fn run(path: &Path, options: &[String], excused: bool, directory: &Path) -> Outcome {
    let mut outcome = Outcome::default();
    let mut check = Job::fathom("check");
    check.command.arg(path).arg("--emit-test").arg(directory).args(options);
    let finished = check.run();
    outcome.no_test = finished.stderr.lines().filter(|line| line.starts_with("no test for ")).count();
    let mut scripts: Vec<PathBuf> = match fs::read_dir(directory) {
        Ok(entries) => entries.map(|entry| entry.expect("an entry").path()).collect(),
        Err(_) => vec![],
    };
    scripts.retain(|script| script.extension().is_some_and(|ending| ending == "sh"));
    scripts.sort();
    if scripts.is_empty() && outcome.no_test == 0 {
        outcome.problems.push(format!(
            "{}: neither a test nor a reason: {}",
            path.display(),
            finished.stderr
        ));
    }
    for script in scripts {
        let mut job = Job::new("sh");
        job.command.arg(&script);
        job.timeout = Duration::from_secs(120);
        let finished = job.run();
        match (finished.code, excused) {
            (Some(0), _) => outcome.as_predicted += 1,
            (Some(NO_RUNTIME), _) => outcome.no_runtime += 1,
            (_, true) => outcome.excused += 1,
            (code, false) => outcome.problems.push(format!(
                "{}: {} ends with {code:?}: {}{}",
                path.display(),
                script.display(),
                finished.stdout,
                finished.stderr.lines().take(20).map(|line| format!("{line}\n")).collect::<String>()
            )),
        }
    }
    outcome
}

#[test]
fn emitted_tests_fail_natively_as_predicted() {
    let mut programs = vec![];
    failing_programs(&tests_directory().join("check"), &mut programs);
    let directory = scratch("emit");
    let outcomes = in_parallel(&programs, |(path, options, excused)| {
        let name = path.to_string_lossy().replace(['/', '.'], "_");
        run(path, options, *excused, &directory.join(name))
    });
    let problems: Vec<&str> =
        outcomes.iter().flat_map(|outcome| &outcome.problems).map(String::as_str).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let count = |of: fn(&Outcome) -> usize| outcomes.iter().map(of).sum::<usize>();
    let (shown, none, excused) = (count(|o| o.as_predicted), count(|o| o.no_test), count(|o| o.excused));
    println!("{shown} failures are shown natively, {none} have no test, {excused} are not shown");
    let missing = count(|o| o.no_runtime);
    if missing > 0 && !has_sanitizers() {
        say_aloud(&format!(
            "{missing} tests of --emit-test were written and NOT run: clang has no sanitizer runtime"
        ));
    } else {
        assert_eq!(missing, 0, "clang links sanitizers, and scripts say that it does not");
        assert!(shown >= 200, "only {shown} failures are shown natively");
    }
    let _ = fs::remove_dir_all(&directory);
}

#[test]
fn a_missing_runtime_is_said() {
    let directory = scratch("emit-runtime");
    let program = directory.join("zero.c");
    fs::write(&program, "int nondet_int(void);\nint main(void) { return 7 / nondet_int(); }\n")
        .expect("a file");
    let mut job = Job::fathom("check");
    job.command.arg(&program).arg("--emit-test").arg(&directory);
    assert_eq!(job.run().code, Some(1));
    // A clang that compiles, and links nothing that has to do with sanitizers.
    let clang = directory.join("clang");
    let found = fathom_frontend::Clang::find().expect("a clang").path;
    let text = format!(
        "#!/bin/sh\ncase \"$*\" in *-fsanitize=*-o*.bin*) exit 1;; esac\nexec {} \"$@\"\n",
        found.display()
    );
    fs::write(&clang, text).expect("a script");
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).expect("a program");
    let mut job = Job::new("sh");
    job.command.arg(directory.join("1-division-by-zero.sh")).env("CLANG", &clang);
    let finished = job.run();
    assert_eq!(finished.code, Some(NO_RUNTIME), "{} {}", finished.stdout, finished.stderr);
    assert!(finished.stdout.contains("has no runtime for -fsanitize="), "{}", finished.stdout);
    let _ = fs::remove_dir_all(&directory);
}

#[test]
fn what_cannot_be_tested_is_said() {
    let program = tests_directory().join("check/shadow/place_that_can_be_written.c");
    let directory = scratch("emit-none");
    let mut job = Job::fathom("check");
    job.command.arg(program).arg("--emit-test").arg(&directory);
    let finished = job.run();
    assert!(
        finished.stderr.contains("no test for 1-assertion: only verifiers know what"),
        "{}",
        finished.stderr
    );
    assert_eq!(finished.code, Some(1), "the verdict stays");
    let _ = fs::remove_dir_all(&directory);
}

/// Says without a symbolizer where it fails.
const DIVISION: &str = "int nondet_int(void);
int main(void) { return 7 / nondet_int(); }
";

/// Says with a symbolizer where it fails.
const HEAP: &str = "#include <stdlib.h>
int nondet_int(void);
int main(void) {
    char *p = malloc(4);
    p[nondet_int()] = 1;
    free(p);
    return 0;
}
";

#[test]
fn names_are_no_commands() {
    let names = [
        "a$(touch pwned).c",
        "`touch pwned`.c",
        "';touch pwned;'.c",
        "\";touch pwned;\".c",
        "two\ntouch pwned\n.c",
        "-x.c",
        "a  b*?[c]|{d}.c",
        "back\\slash.c",
        "a??=b&.c",
    ];
    let here = scratch("emit-names");
    let cases: Vec<(usize, &str, &str)> =
        (0..).zip(names).flat_map(|(n, name)| [(n, name, DIVISION), (n, name, HEAP)]).collect();
    in_parallel(&cases, |&(number, name, source)| {
        let is_heap = source == HEAP;
        let directory = here.join(format!("{number}-{is_heap}"));
        fs::create_dir(&directory).expect("a directory");
        fs::write(directory.join(name), source).expect("a file");
        let mut job = Job::fathom("check");
        let define = format!("-DTEXT='{name}'");
        job.command.arg(format!("./{name}")).args(["--emit-test", "out", "--no-check", "pointer-arithmetic"]);
        job.command.arg(define).current_dir(&directory);
        let finished = job.run();
        assert_eq!(finished.code, Some(1), "{name}: {}{}", finished.stdout, finished.stderr);
        let test = if is_heap { "1-out-of-bounds-write" } else { "1-division-by-zero" };
        assert!(is_as_predicted(&directory.join("out"), test), "{name}");
        assert!(!directory.join("out/pwned").exists() && !directory.join("pwned").exists(), "{name}");
    });
    let _ = fs::remove_dir_all(&here);
}

#[test]
fn tests_lie_in_any_directory() {
    let here = scratch("emit-directories");
    let program = here.join("main.c");
    fs::write(&program, HEAP).expect("a file");
    for name in ["-d", "it's", "say \"hi\"", "two\nlines", "$(touch pwned)"] {
        emit(&program, &["--no-check", "pointer-arithmetic"], &here.join(name));
        let mut job = Job::new("sh");
        let script = format!("{name}/1-out-of-bounds-write.sh");
        job.command.arg("--").arg(script).env("CDPATH", "/").current_dir(&here);
        let finished = job.run();
        let expected = if has_sanitizers() { 0 } else { NO_RUNTIME };
        assert_eq!(finished.code, Some(expected), "{name}: {}{}", finished.stdout, finished.stderr);
    }
    assert!(!here.join("pwned").exists());
    let _ = fs::remove_dir_all(&here);
}

#[test]
fn arguments_are_passed_byte_by_byte() {
    let bytes = [0xc3, 0xff, 0x80, 0x01, 0x7f, b'\'', b'"', b'\n', b'$', b'`', b'\\', b'\n'];
    let wanted: Vec<String> =
        bytes.iter().enumerate().map(|(at, byte)| format!("a[{at}] == {byte}")).collect();
    let source = format!(
        "#include <assert.h>\nint main(int argc, char **argv) {{\n    if (argc != 2) return 0;\n    \
         unsigned char *a = (unsigned char *)argv[1];\n    assert(!({} && a[{}] == 0));\n    return 0;\n}}\n",
        wanted.join(" && "),
        bytes.len()
    );
    let (said, out) = emitted("emit-bytes", &source, &[]);
    assert_eq!(said, "");
    let script = fs::read(out.join("1-assertion.sh")).expect("a script");
    assert!(script.windows(5).any(|part| part == b"\xc3\xff\x80\x01\x7f"));
    assert!(is_as_predicted(&out, "1-assertion"));
}

#[test]
fn numbers_of_128_bits_are_one_input() {
    let source = "#include <assert.h>
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
int main(void) {
    __int128 a = __VERIFIER_nondet_int128();
    unsigned __int128 b = __VERIFIER_nondet_uint128();
    assert(a != ((__int128)5 << 64 | 7) || b != (unsigned __int128)-2);
    return 0;
}
";
    let directory = scratch("emit-int128");
    fs::write(directory.join("main.c"), source).expect("a file");
    let mut job = Job::fathom("check");
    job.command.args(["main.c", "--emit-test", "out"]).current_dir(&directory);
    let finished = job.run();
    for input in [
        "__VERIFIER_nondet_int128() = 92233720368547758087 (0x50000000000000007)",
        "__VERIFIER_nondet_uint128() = 340282366920938463463374607431768211454 (0xfffffffffffffffffffffffffffffffe)",
    ] {
        assert!(finished.stdout.contains(input), "{}", finished.stdout);
    }
    assert_eq!(finished.stdout.matches("\ninput ").count(), 2, "{}", finished.stdout);
    assert!(is_as_predicted(&directory.join("out"), "1-assertion"));
}

#[test]
fn structures_are_not_returned_as_numbers() {
    let source = "#include <assert.h>
struct pair { long a, b; } nondet_pair(void);
int main(void) { struct pair p = nondet_pair(); assert(p.a != 5 || p.b != 6); return 0; }
";
    let (said, _) = emitted("emit-pair", source, &[]);
    assert_eq!(said, "no test for 1-assertion: nondet_pair returns more than one value at a time\n");
}

#[test]
fn functions_that_are_not_called_are_there() {
    let source = "int nondet_int(void);
char nondet_char(void);
int main(void) { return nondet_int() ? nondet_char() : 7 / nondet_int(); }
";
    let (said, out) = emitted("emit-not-called", source, &[]);
    assert_eq!(said, "");
    assert!(is_as_predicted(&out, "1-division-by-zero"));
}

#[test]
fn allocation_does_not_fail_natively() {
    let source = "#include <stdlib.h>
int nondet_int(void);
int main(void) {
    int *p = malloc(4);
    *p = 1;
    int *q = malloc(4);
    int r = 7 / nondet_int();
    free(p);
    free(q);
    return r;
}
";
    let (said, out) = emitted("emit-null", source, &["--malloc-may-fail"]);
    assert_eq!(said, "no test for 1-null-dereference: an allocation fails in it, and natively none does\n");
    // Whatever else fails does so whether there is memory or not.
    assert!(is_as_predicted(&out, "2-division-by-zero"));
}

#[test]
fn the_name_of_the_program_is_what_it_is() {
    let program = |condition: &str| {
        format!(
            "#include <assert.h>\nint main(int argc, char **argv) {{\n    if (argc != 2) return 0;\n    \
             assert({condition});\n    return 0;\n}}\n"
        )
    };
    let (said, _) = emitted("emit-argv0", &program("argv[0][0] != 'z'"), &[]);
    assert_eq!(said, "no test for 1-assertion: it depends on the name under which the program is called\n");
    let (said, out) = emitted("emit-argv1", &program("!argv[0][0] || argv[1][0] != 'z'"), &[]);
    assert_eq!(said, "");
    assert!(is_as_predicted(&out, "1-assertion"));
}

#[test]
fn what_no_sanitizer_looks_at_is_said() {
    let said = |path: &str| {
        let directory = scratch(&format!("emit-{}", path.replace('/', "-")));
        emit(&tests_directory().join("check").join(path), &[], &directory)
    };
    for (path, function) in [
        ("library/number_too_large_for_atoi.c", "what atoi is given"),
        ("library/comparison_that_contradicts_itself.c", "what qsort is given"),
        ("library/flags_that_mean_nothing.c", "what printf is given"),
        ("functions/argument_taken_as_a_char.c", "what the function is given"),
        ("library/copy_up_to_a_byte_overlaps.c", "for overlaps in memccpy"),
    ] {
        let said = said(path);
        assert!(said.starts_with("no test for 1-"), "{path}: {said}");
        assert!(said.contains(function), "{path}: {said}");
    }
    assert_eq!(
        said("arithmetic/length_in_bits_of_zero.c"),
        "",
        "clang checks arguments of built-in functions"
    );
    assert_eq!(said("cxx/static_variable_enters_itself.cpp"), "", "the runtime of C++ looks there");
}

#[test]
fn a_command_line_that_is_too_long_is_said() {
    let source = "#include <assert.h>
int main(int argc, char **argv) { assert(argc < 300000); return 0; }
";
    let (said, out) = emitted("emit-too-long", source, &[]);
    assert_eq!(said, "no test for 1-assertion: the command line is longer than the system takes\n");
    assert!(!out.join("1-assertion.sh").exists());
}

#[test]
fn another_line_is_not_the_place() {
    let source = "int nondet_int(void);\nint main(void) {\n    int x = nondet_int();\n    return 7 / x;\n}\n";
    let (_, out) = emitted("emit-line", source, &[]);
    assert!(is_as_predicted(&out, "1-division-by-zero"));
    if has_sanitizers() {
        // What fails in line 4 now fails in line 40.
        let moved = source.replace("    return", &format!("{}    return", "\n".repeat(36)));
        fs::write(out.with_file_name("main.c"), moved).expect("a file");
        assert!(!is_as_predicted(&out, "1-division-by-zero"));
    }
}
