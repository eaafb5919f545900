//! `fathom smt`: the transcripts in `tests/solver`, and what they cannot show: pipes, signals, huge and
//! broken input. `tests/solver/README.md` describes the files.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Finished, Job, in_parallel, tests_directory};

/// What a transcript says about itself.
struct Case {
    path: PathBuf,
    options: Vec<String>,
    exit: i32,
    stdout: String,
}

impl Case {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap();
        let mut case = Self { path, options: Vec::new(), exit: 0, stdout: String::new() };
        for line in text.lines() {
            if let Some(output) = line.strip_prefix(";>") {
                case.stdout += output.strip_prefix(' ').unwrap_or(output);
                case.stdout.push('\n');
            } else if let Some(code) = line.strip_prefix("; EXIT: ") {
                case.exit = code.trim().parse().unwrap();
            } else if let Some(options) = line.strip_prefix("; OPTIONS: ") {
                case.options = options.split_whitespace().map(str::to_string).collect();
            }
        }
        case
    }
}

fn smt(options: &[String], file: Option<&Path>, stdin: &[u8]) -> Finished {
    let mut job = Job::fathom("smt");
    job.command.args(options).args(file);
    job.stdin = stdin.to_vec();
    job.run()
}

/// The output for a script on standard input.
fn answers(script: &str) -> Finished {
    smt(&[], None, script.as_bytes())
}

#[test]
fn transcripts() {
    let mut paths: Vec<PathBuf> = fs::read_dir(tests_directory().join("solver"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
        .collect();
    paths.sort();
    assert!(paths.len() > 20, "where are the scripts?");
    let cases: Vec<Case> = paths.into_iter().map(Case::read).collect();
    let failures = in_parallel(&cases, |case| {
        let from_file = smt(&case.options, Some(&case.path), b"");
        let from_pipe = smt(&case.options, None, &fs::read(&case.path).unwrap());
        let mut failures = Vec::new();
        for (way, result) in [("file", from_file), ("pipe", from_pipe)] {
            if result.stdout != case.stdout || result.code != Some(case.exit) {
                failures.push(format!(
                    "{} from a {way}: exit code {:?}\n--- expected\n{}--- found\n{}{}",
                    case.path.display(),
                    result.code,
                    case.stdout,
                    result.stdout,
                    result.stderr
                ));
            }
        }
        failures
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A driver writes a command, reads the answer, and only then writes the next.
#[test]
fn answers_come_before_the_input_ends() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fathom"))
        .arg("smt")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |command: &str| {
        to.write_all(command.as_bytes()).unwrap();
        to.flush().unwrap();
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        line
    };
    // Without a line end: the parenthesis is the end of a command.
    assert_eq!(ask("(set-option :print-success true)"), "success\n");
    assert_eq!(ask("(declare-const p Bool)"), "success\n");
    assert_eq!(ask(" ; a comment\n(assert (and p (not p)))"), "success\n");
    assert_eq!(ask("(check-sat)"), "unsat\n");
    assert_eq!(ask("(exit)"), "success\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_us_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fathom"))
        .arg("smt")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // Writing fails as soon as it is gone.
    while stdin.write_all(b"(echo \"anybody there?\")\n").is_ok() {}
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

/// A product of two primes: nobody factors it in time.
const HARD: &str = "(set-logic QF_BV)
    (declare-const a (_ BitVec 96)) (declare-const b (_ BitVec 96))
    (assert (= ((_ extract 95 48) a) ((_ extract 95 48) b) (_ bv0 48)))
    (assert (= (bvmul a b) (_ bv2963642106797267147242907549 96)))
    (assert (distinct a (_ bv1 96)))
    (assert (distinct b (_ bv1 96)))
    (check-sat)
    (get-info :reason-unknown)
    (echo \"next\")";

#[test]
fn a_check_ends_at_its_timeout_and_the_session_goes_on() {
    let result = smt(&["--timeout".into(), "0.2".into()], None, HARD.as_bytes());
    assert_eq!(result.code, Some(0), "{result:?}");
    assert!(result.stdout.starts_with("unknown\n(:reason-unknown \""), "{result:?}");
    assert!(result.stdout.ends_with("\"next\"\n"), "{result:?}");
    assert!(result.stderr.starts_with("unknown: "), "{result:?}");
}

#[test]
fn an_interrupt_ends_a_check_and_the_session() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fathom"))
        .arg("smt")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(HARD.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    child.wait().unwrap();
    assert_eq!(stdout, "unknown\n");
}

#[test]
fn unsat_is_certified_on_demand() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("smt_proofs");
    let _ = fs::remove_dir_all(&directory);
    let script = "(declare-const x (_ BitVec 8)) (assert (= (bvmul x x) #x03)) (check-sat)
        (reset-assertions) (check-sat)
        (declare-const y (_ BitVec 8)) (assert (bvult y (bvand y #x0f))) (check-sat)";
    let options = ["--proof-dir".to_string(), directory.to_string_lossy().into_owned()];
    let result = smt(&options, None, script.as_bytes());
    assert_eq!((result.code, result.stdout.as_str()), (Some(0), "unsat\nsat\nunsat\n"));
    assert_eq!(result.stderr.matches("certified").count(), 2, "{}", result.stderr);
    for file in ["1.cnf", "1.lrat"] {
        assert!(directory.join(file).exists(), "{file}");
    }
}

#[test]
fn wrong_usage() {
    let wrong = |options: &[&str], code: i32, message: &str| {
        let options: Vec<String> = options.iter().map(|option| option.to_string()).collect();
        let result = smt(&options, None, b"");
        assert_eq!((result.code, result.stdout.as_str()), (Some(code), ""), "{options:?}: {result:?}");
        assert!(result.stderr.contains(message), "{options:?}: {}", result.stderr);
    };
    wrong(&["no_such_file.smt2"], 65, "cannot read no_such_file.smt2");
    wrong(&["."], 65, "cannot read");
    wrong(&["--solver", "z3", "--certify"], 64, "only the embedded solver");
    wrong(&["--timeout", "soon"], 64, "--timeout");
    wrong(&["--timeout=-1"], 64, "--timeout");
    wrong(&["--timeout", "nan"], 64, "--timeout");
    wrong(&["a.smt2", "b.smt2"], 64, "b.smt2");
    wrong(&["--solver", "no-such-solver --fast"], 64, "there is no program `no-such-solver` on the PATH");
    wrong(&["--solver", " "], 64, "--solver needs the name");
    let result = smt(&["--stats".into()], None, b"(check-sat)");
    assert!(result.stdout == "sat\n" && result.stderr.contains("checks"), "{result:?}");
}

#[test]
fn answers_go_to_the_channel_that_was_set() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("smt_channel.txt");
    let _ = fs::remove_file(&file);
    let script = format!(
        "(echo \"a\") (set-option :regular-output-channel \"{}\") (echo \"b\") (wrong)
         (set-option :regular-output-channel \"stderr\") (echo \"c\")
         (set-option :regular-output-channel \"stdout\") (echo \"d\")",
        file.display()
    );
    let result = answers(&script);
    assert_eq!((result.stdout.as_str(), result.stderr.as_str()), ("\"a\"\n\"d\"\n", "\"c\"\n"));
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(
        text,
        "\"b\"\n(error \"line 1 column 114: there is no command wrong\")\n"
            .replace("114", &(script.lines().next().unwrap().find("wrong").unwrap() + 1).to_string())
    );
}

#[test]
fn deep_nesting() {
    let depth = 100_000;
    let repeat = |text: &str| text.repeat(depth);
    let nested = format!("(declare-const p Bool)(assert {}p{})(check-sat)", repeat("(not "), repeat(")"));
    assert_eq!(answers(&nested).stdout, "sat\n");
    let sums = format!(
        "(declare-const x (_ BitVec 4))(assert (= #x1 {}x{}))(check-sat)",
        repeat("(bvadd x (bvxor x "),
        repeat("))")
    );
    assert_eq!(answers(&sums).code, Some(0));
    let lets = format!(
        "(set-option :produce-models true)(declare-const x (_ BitVec 4))(assert (= x #x3))(check-sat)
         (get-value ({}(bvadd x x){}))",
        repeat("(let ((x (bvadd x x))) "),
        repeat(")")
    );
    assert!(answers(&lets).stdout.ends_with(" #x0))\n"));
    for (text, message) in [
        (repeat("("), "expected the name of a command"),
        (format!("(assert {}", repeat("(not ")), "ends inside a parenthesis"),
        (format!("(assert {}p", repeat("((")), "'_' or 'as'"),
        (format!("(declare-const x {}", repeat("(Array ")), "ends inside a parenthesis"),
        (format!("(set-info :x {})", repeat("(")), "ends inside a parenthesis"),
        (repeat(")"), "which begins with '('"),
        (format!("(echo \"{}", repeat("(")), "never closed"),
        (format!("(assert |{}", repeat("(")), "never closed"),
        (format!("(assert #x{}g)", repeat("0")), "hexadecimal digits"),
        (format!("(assert {})", repeat("a")), "is not declared"),
    ] {
        let result = answers(&text);
        assert_eq!(result.code, Some(65), "{message}");
        assert!(
            result.stdout.contains(message),
            "{message}: {}",
            &result.stdout[..200.min(result.stdout.len())]
        );
        assert!(result.stdout.len() < 400, "{message}: a message repeats the input");
    }
}

/// Scripts with random mistakes: whatever comes, it is answered, and the process does not crash.
#[test]
fn broken_scripts_do_not_crash() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut below = move |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % limit
    };
    // Scripts that are quick and touch no files.
    let seeds: Vec<Vec<u8>> =
        ["models", "named", "cores", "scoping", "levels", "functions_and_sorts", "reset", "assuming"]
            .iter()
            .map(|name| fs::read(tests_directory().join("solver").join(format!("{name}.smt2"))).unwrap())
            .collect();
    let scripts: Vec<Vec<u8>> = (0..400)
        .map(|_| {
            let mut bytes = seeds[below(seeds.len())].clone();
            for _ in 0..=below(8) {
                let (at, other) = (below(bytes.len()), below(bytes.len()));
                match below(5) {
                    0 => bytes[at] = b"()|\"; :#_!019abx\xc3\xff\x00\n"[below(20)],
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b"()|\";:#0"[below(8)]),
                    3 => {
                        let piece: Vec<u8> = bytes[other..(other + 20).min(bytes.len())].to_vec();
                        bytes.splice(at..at, piece);
                    }
                    _ => {
                        let end = (at + below(30)).min(bytes.len());
                        drop(bytes.drain(at..end));
                    }
                }
            }
            bytes
        })
        .collect();
    let options = ["--timeout".to_string(), "5".into()];
    let failures = in_parallel(&scripts, |script| {
        let result = smt(&options, None, script);
        let fine = matches!(result.code, Some(0 | 65));
        (!fine).then(|| format!("{result:?}\n{}", String::from_utf8_lossy(script)))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{} failures, the first: {}", failures.len(), failures[0]);
}
