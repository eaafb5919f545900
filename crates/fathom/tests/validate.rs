//! `fathom validate` on the witnesses in `tests/witness`, on witnesses that are none, and on our own.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Finished, Job, in_parallel, scratch, tests_directory};
use fathom_evidence::model::{FORMAT, VERSION};
use fathom_evidence::{Evidence, Input, Position, Where};
use fathom_witness::correctness::{self, LoopInvariant};
use fathom_witness::model::{DataModel, Producer};
use fathom_witness::violation::{self, About};
use fathom_witness::{Format, Source, Sources};

fn witnesses() -> PathBuf {
    tests_directory().join("witness")
}

fn property(name: &str) -> PathBuf {
    tests_directory().join("svcomp/properties").join(format!("{name}.prp"))
}

/// Runs where the program is, so that it is named as in its witnesses.
fn validate(folder: &Path, witness: &Path, program: &str, property: &Path, more: &[&str]) -> Finished {
    let mut job = Job::fathom("validate");
    job.command.current_dir(folder).arg(witness).arg(program).arg("--property").arg(property);
    job.command.args(["--timeout", "30s"]).args(more);
    job.run()
}

/// The values of a key in the comments at the top of a witness.
fn expectations(text: &str, key: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.trim_start_matches(['#', ' ']));
    let found = lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    found.map(|value| value.trim().to_string()).collect()
}

#[test]
fn every_witness_is_judged_as_expected() {
    let mut all: Vec<PathBuf> =
        fs::read_dir(witnesses()).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|end| end == "yml" || end == "graphml"));
    all.sort();
    assert!(all.len() > 120, "{}", all.len());
    let problems = in_parallel(&all, |path| {
        let text = fs::read_to_string(path).unwrap();
        let one = |key| expectations(&text, key).first().unwrap_or_else(|| panic!("{path:?}: {key}")).clone();
        let expected = one("expect");
        let found = validate(&witnesses(), path, &one("program"), &property(&one("property")), &[]);
        let (stdout, code) = match expected.as_str() {
            "refused" => (String::new(), 65),
            "true" => ("true\n".into(), 0),
            "unknown" => ("unknown\n".into(), 2),
            other => (format!("{other}\n"), 1),
        };
        let silent: Vec<String> = expectations(&text, "says")
            .into_iter()
            .filter(|say| !found.stderr.contains(say.as_str()))
            .collect();
        let right = found.stdout == stdout && found.code == Some(code) && silent.is_empty();
        (!right).then(|| format!("{}: expected {expected}, {silent:?}\n{found:?}", path.display()))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A program, and a witness of it that is confirmed.
fn example(folder: &Path) -> (PathBuf, String) {
    let text = fs::read_to_string(witnesses().join("inputs-right.yml")).unwrap();
    fs::copy(witnesses().join("inputs.c"), folder.join("inputs.c")).unwrap();
    (folder.join("w.yml"), text)
}

#[test]
fn what_is_no_witness_is_refused_with_a_reason() {
    let here = scratch("validate-malformed");
    let (path, good) = example(&here);
    let refused = |what: &str, bytes: &[u8], reason: &str| {
        fs::write(&path, bytes).unwrap();
        let found = validate(&here, &path, "inputs.c", &property("unreach-call"), &[]);
        assert_eq!((found.code, found.stdout.as_str()), (Some(65), ""), "{what}: {}", found.stderr);
        assert!(found.stderr.contains(reason), "{what}: {}", found.stderr);
        assert!(found.stderr.len() < 10_000, "{what}");
    };
    refused("empty", b"", "it is empty");
    refused("only comments", b"# nothing\n", "it is empty");
    refused("binary", b"\x7fELF\x02\x01\xff\xfe\0\0", "it is not text");
    refused("prose", b"The program is wrong.\n", "it is no list");
    refused("truncated", &good.as_bytes()[..good.len() / 2], "error");
    refused("truncated in a string", &good.as_bytes()[..good.find("LTL").unwrap()], "error");
    refused("deep", "- ".repeat(200_000).as_bytes(), "w.yml");
    refused("deeper", "[".repeat(200_000).as_bytes(), "w.yml");
    refused("aliases", b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "an alias");
    refused("two documents", b"- a\n---\n- b\n", "a second document");
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE g [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><graphml>&b;</graphml>";
    refused("entities", bomb.as_bytes(), "w.yml");
    refused("no graphml", b"<html></html>", "no graphml");
    refused("truncated graphml", b"<graphml><graph>", "w.yml");
    refused("deep graphml", "<a>".repeat(200_000).as_bytes(), "w.yml");
    refused("unknown entry", good.replace("violation_sequence", "proof").as_bytes(), "entry_type 'proof'");
    refused("no content", &good.as_bytes()[..good.find("  content").unwrap()], "'content' is missing");
    refused("other hash", good.replace("24b39f83", "00000000").as_bytes(), "SHA-256");
    refused("huge", &vec![b'a'; (64 << 20) + 1], "larger than");
    let many = format!("{}{}", good, "- entry_type: x\n".repeat(1000));
    refused("many errors", many.as_bytes(), "more errors");
}

#[test]
fn files_that_cannot_be_used() {
    let here = scratch("validate-files");
    let (path, good) = example(&here);
    fs::write(&path, good).unwrap();
    let of = |witness: &str, program: &str, more: &[&str]| {
        validate(&here, Path::new(witness), program, &property("unreach-call"), more)
    };
    fs::write(here.join("broken.c"), "int main(void) { return x; }\n").unwrap();
    fs::write(here.join("a.txt"), "").unwrap();
    for (witness, program, more, code, reason) in [
        ("gone.yml", "inputs.c", &[][..], 65, "cannot read gone.yml"),
        (".", "inputs.c", &[], 65, "cannot read ."),
        ("w.yml", "gone.c", &[], 65, "cannot read gone.c"),
        ("w.yml", "a.txt", &[], 64, "a .c or .i file"),
        ("w.yml", "inputs.c", &["--data-model", "ILP32"], 65, "data model LP64"),
        ("w.yml", "inputs.c", &["broken.c"], 65, "input_files has 1 names, and the program has 2 files"),
    ] {
        let found = of(witness, program, more);
        assert_eq!(
            (found.code, found.stdout.as_str()),
            (Some(code), ""),
            "{witness} {program}: {}",
            found.stderr
        );
        assert!(found.stderr.contains(reason), "{witness} {program}: {}", found.stderr);
    }
    let no_property = {
        let mut job = Job::fathom("validate");
        job.command.current_dir(&here).args(["w.yml", "inputs.c"]);
        job.run()
    };
    assert_eq!(no_property.code, Some(64));
    assert!(no_property.stderr.contains("--property"), "{}", no_property.stderr);
}

#[test]
fn a_program_that_does_not_compile_is_to_blame_itself() {
    let here = scratch("validate-broken");
    let text = "int main(void) {\n  return x;\n}\n";
    fs::write(here.join("a.c"), text).unwrap();
    let sources = Sources(vec![Source::new("a.c", text.into())]);
    let witness = correctness::write(&[], &about(&sources), Format::Yaml).unwrap();
    fs::write(here.join("w.yml"), witness).unwrap();
    let found = validate(&here, Path::new("w.yml"), "a.c", &property("unreach-call"), &[]);
    assert_eq!(found.code, Some(65), "{}", found.stderr);
    assert!(found.stderr.contains("undeclared identifier 'x'"), "{}", found.stderr);
}

fn about(sources: &Sources) -> About<'_> {
    About {
        sources,
        specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
        data_model: DataModel::Lp64,
        producer: Producer { name: "Fathom".into(), version: "1".into(), ..Producer::default() },
        creation_time: "2026-11-15T19:02:30Z",
    }
}

fn at(line: u32, column: u32) -> Option<Position> {
    Some(Position { file: "inputs.c".into(), line, column })
}

/// The execution of `inputs.c` that fails with these inputs.
fn evidence(x: i32, y: i32) -> Evidence {
    let input = |line, value: i32| Input {
        from: fathom_evidence::Source::Call,
        name: "__VERIFIER_nondet_int".into(),
        position: at(line, 11),
        ty: "int".into(),
        value: value.to_string(),
        bits: format!("{value:x}"),
        arbitrary: false,
        stdin: false,
    };
    let place = Where { function: "check".into(), position: at(7, 14) };
    Evidence {
        format: FORMAT.into(),
        version: VERSION,
        property: "error-reached".into(),
        message: "the error function is called".into(),
        cwe: None,
        stack: vec![place.clone(), Where { function: "main".into(), position: at(14, 5) }],
        place,
        details: vec![],
        object: None,
        inputs: vec![input(11, x), input(12, y)],
        arguments: None,
        stdin: None,
        contents: vec![],
        objects: vec![],
        steps: vec![],
        left_out: 0,
        layout: false,
    }
}

#[test]
fn what_we_write_we_confirm() {
    let here = scratch("validate-own");
    let program = fs::read(witnesses().join("inputs.c")).unwrap();
    fs::write(here.join("inputs.c"), &program).unwrap();
    let sources = Sources(vec![Source::new("inputs.c", program)]);
    for (format, name) in [(Format::Yaml, "w.yml"), (Format::GraphMl, "w.graphml")] {
        let verdict = |x, y| {
            let witness = violation::write(&evidence(x, y), &about(&sources), format).unwrap();
            fs::write(here.join(name), witness).unwrap();
            validate(&here, Path::new(name), "inputs.c", &property("unreach-call"), &[])
        };
        let right = verdict(15, 30);
        assert_eq!(right.stdout, "false(unreach-call)\n", "{name}: {}", right.stderr);
        assert!(!right.stderr.contains("warning"), "{name}: {}", right.stderr);
        assert_eq!(verdict(15, 29).stdout, "unknown\n", "{name}");
    }
}

#[test]
fn proofs_that_we_write_we_confirm() {
    let here = scratch("validate-proofs");
    let program = fs::read(witnesses().join("safe.c")).unwrap();
    fs::write(here.join("safe.c"), &program).unwrap();
    let sources = Sources(vec![Source::new("safe.c", program)]);
    for (format, name) in [(Format::Yaml, "w.yml"), (Format::GraphMl, "w.graphml")] {
        let verdict = |expression: &str| {
            let invariant =
                LoopInvariant { file: "safe.c".into(), line: 5, column: 3, expression: expression.into() };
            let witness = correctness::write(&[invariant], &about(&sources), format).unwrap();
            fs::write(here.join(name), witness).unwrap();
            validate(&here, Path::new(name), "safe.c", &property("unreach-call"), &[]).stdout
        };
        assert_eq!(verdict("x + y == 10"), "true\n", "{name}");
        assert_eq!(verdict("x + y == 11"), "unknown\n", "{name}");
    }
}

#[test]
fn lines_may_end_as_on_windows() {
    let here = scratch("validate-windows");
    let (path, witness) = example(&here);
    let program = fs::read_to_string(here.join("inputs.c")).unwrap().replace('\n', "\r\n");
    let before = fathom_witness::sha256(&fs::read(here.join("inputs.c")).unwrap());
    fs::write(here.join("inputs.c"), &program).unwrap();
    fs::write(&path, witness.replace(&before, &fathom_witness::sha256(program.as_bytes()))).unwrap();
    let found = validate(&here, &path, "inputs.c", &property("unreach-call"), &[]);
    assert_eq!(found.stdout, "false(unreach-call)\n", "{}", found.stderr);
}

#[test]
fn the_copy_can_be_looked_at() {
    let here = scratch("validate-woven");
    let (path, witness) = example(&here);
    fs::write(&path, witness).unwrap();
    let found = validate(&here, &path, "inputs.c", &property("unreach-call"), &["--emit-woven", "out"]);
    assert_eq!(found.code, Some(1), "{}", found.stderr);
    let copy = fs::read_to_string(here.join("out/inputs.c")).unwrap();
    let original = fs::read_to_string(here.join("inputs.c")).unwrap();
    let line = copy.lines().nth(10).unwrap();
    assert!(line.contains("__fathom_assume((__fathom_result == 15))"), "{line}");
    for (number, (before, after)) in original.lines().zip(copy.lines()).enumerate() {
        let changed = [6, 10, 11].contains(&number);
        assert_eq!(before != after, changed, "line {}: {after}", number + 1);
    }
}

#[test]
fn time_and_headers() {
    let here = scratch("validate-headers");
    fs::create_dir(here.join("dir")).unwrap();
    fs::write(here.join("dir/limit.h"), "#define LIMIT 3\n").unwrap();
    let text = "#include \"limit.h\"\nextern unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void) {}\n\
                int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i = 0;\n  while (i < n) i++;\n  \
                if (i + LIMIT < i && n < 5) reach_error();\n  return 0;\n}\n";
    fs::write(here.join("dir/a.c"), text).unwrap();
    let sources = Sources(vec![Source::new("dir/a.c", text.into())]);
    fs::write(here.join("w.yml"), correctness::write(&[], &about(&sources), Format::Yaml).unwrap()).unwrap();
    let mut job = Job::fathom("validate");
    job.command.current_dir(&here).args(["w.yml", "dir/a.c", "--timeout", "1s", "--property"]);
    job.command.arg(property("unreach-call"));
    let found = job.run();
    assert_eq!((found.stdout.as_str(), found.code), ("unknown\n", Some(2)), "{}", found.stderr);
    assert!(found.stderr.contains("not confirmed: safe up to"), "{}", found.stderr);
}
