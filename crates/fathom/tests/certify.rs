//! Certificates: what `check --certify` writes is accepted by `certify`, and nothing else is.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Finished, Job, in_parallel, scratch, tests_directory};
use fathom_certificate::sha256;
use fathom_frontend::split_words;
use serde_json::{Value, json};

/// A program with proofs of obligations in several rounds, and of a state beyond the bound that is not reached.
const ROUNDS: &str = "loops/binary_search_past_the_end_ok.c";
/// A program whose clauses have lemmas about a memory.
const LEMMAS: &str = "inputs/char_as_an_index_ok.c";
/// A program that is safe up to a bound.
const BOUNDED: &str = "loops/server_that_never_ends_ok.c";
/// A program with an assertion that is not reached.
const UNREACHED: &str = "vacuity/branch_that_arithmetic_excludes_ok.c";
/// A program in which a function without a body is not reached.
const LIMIT: &str = "vacuity/missing_function_out_of_reach_ok.c";

fn program(name: &str) -> PathBuf {
    tests_directory().join("check").join(name)
}

/// The options that a program asks for.
fn options(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.split("OPTIONS:").nth(1));
    lines.flat_map(|line| split_words(line.trim()).unwrap()).collect()
}

/// `fathom check` of a program, in its directory.
fn check(path: &Path, more: &[&str]) -> Finished {
    let mut job = Job::fathom("check");
    job.command.args(options(path)).arg("--list").args(more);
    job.command.current_dir(path.parent().unwrap()).arg(path.file_name().unwrap());
    job.run()
}

fn certify(directory: &Path, more: &[&str]) -> Finished {
    let mut job = Job::fathom("certify");
    job.command.arg(directory).args(more);
    job.run()
}

/// A directory with the certificates of a program.
fn certified(test: &str, name: &str) -> PathBuf {
    let directory = scratch(test).join("proofs");
    let result = check(&program(name), &["--certify", directory.to_str().unwrap()]);
    assert!(matches!(result.code, Some(0 | 2)), "{result:?}");
    directory
}

fn manifest(directory: &Path) -> Value {
    serde_json::from_slice(&fs::read(directory.join("manifest.json")).unwrap()).unwrap()
}

fn change_manifest(directory: &Path, change: impl FnOnce(&mut Value)) {
    let mut value = manifest(directory);
    change(&mut value);
    fs::write(directory.join("manifest.json"), serde_json::to_string(&value).unwrap()).unwrap();
}

/// Changes a file, and the manifest so that it describes the file as it is now.
fn replace(directory: &Path, name: &str, bytes: &[u8]) {
    fs::write(directory.join(name), bytes).unwrap();
    change_manifest(directory, |manifest| {
        for query in manifest["queries"].as_array_mut().unwrap() {
            for kind in ["formula", "clauses", "proof", "models"] {
                let file = &mut query["certificate"][kind];
                if file["file"] == name {
                    file["sha256"] = json!(sha256(bytes));
                }
            }
        }
    });
}

fn read(directory: &Path, name: &str) -> String {
    fs::read_to_string(directory.join(name)).unwrap()
}

/// A copy that can be spoilt.
fn copy(directory: &Path, name: &str) -> PathBuf {
    let other = directory.with_file_name(name);
    let _ = fs::remove_dir_all(&other);
    fs::create_dir_all(&other).unwrap();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, other.join(path.file_name().unwrap())).unwrap();
    }
    other
}

#[track_caller]
fn says(result: &Finished, code: i32, message: &str) {
    assert_eq!(result.code, Some(code), "{result:?}");
    let text = format!("{}{}", result.stdout, result.stderr);
    assert!(text.contains(message), "no {message:?} in\n{text}");
}

/// A name, the exit code and words that are expected, and how to spoil a directory.
type Case<'a> = (&'a str, i32, &'a str, &'a dyn Fn(&Path));

/// Spoils copies of a directory, each in one way, and looks how each is refused.
fn refused(directory: &Path, cases: &[Case]) {
    for (number, (name, code, message, spoil)) in cases.iter().enumerate() {
        let spoilt = copy(directory, &format!("spoilt{number}"));
        spoil(&spoilt);
        let result = certify(&spoilt, &[]);
        let text = format!("{}{}", result.stdout, result.stderr);
        assert_eq!(result.code, Some(*code), "{name}: {text}");
        assert!(text.contains(message), "{name}: no {message:?} in\n{text}");
    }
}

#[test]
fn what_is_certified_is_accepted_and_verdicts_are_the_same() {
    let root = scratch("certified_sample");
    let mut programs: Vec<PathBuf> = Vec::new();
    for group in fs::read_dir(tests_directory().join("check")).unwrap() {
        let Ok(files) = fs::read_dir(group.unwrap().path()) else { continue };
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
        files.sort();
        programs.extend(files.into_iter().step_by(9));
    }
    let named = [ROUNDS, LEMMAS, BOUNDED, UNREACHED, LIMIT];
    programs.extend(named.map(program));
    assert!(programs.len() > 40, "{}", programs.len());
    let numbered: Vec<(usize, PathBuf)> = programs.into_iter().enumerate().collect();
    let problems = in_parallel(&numbered, |(number, path)| {
        let directory = root.join(number.to_string());
        let plain = check(path, &[]);
        let with = check(path, &["--certify", directory.to_str().unwrap()]);
        let same = with.stdout.starts_with(&plain.stdout) && with.code == plain.code;
        let accepted = certify(&directory, &[path.to_str().unwrap()]);
        let right = accepted.code == Some(0) && accepted.stdout.starts_with("accepted: ");
        let name = path.display();
        (!same || !right).then(|| format!("{name}: {plain:?} {with:?} {accepted:?}"))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_manifest_says_what_rests_on_what() {
    let directory = certified("certified_rounds", ROUNDS);
    let manifest = manifest(&directory);
    assert_eq!(manifest["format"], "fathom-certificate");
    assert_eq!((&manifest["version"], &manifest["outcome"]), (&json!(1), &json!("proved")));
    let source = fs::read(program(ROUNDS)).unwrap();
    assert_eq!(manifest["program"]["files"][0]["sha256"], json!(sha256(&source)));
    assert_eq!(manifest["program"]["entry"], "main");
    let queries = manifest["queries"].as_array().unwrap();
    let beyond: Vec<&Value> = queries.iter().filter(|query| query["claim"] == "not-beyond").collect();
    assert!(!beyond.is_empty(), "{manifest:#}");
    let common = manifest["exploration"]["queries"].as_array().unwrap();
    assert!(beyond.iter().all(|query| common.contains(&query["id"])), "{manifest:#}");
    assert_eq!(manifest["exploration"]["complete"], json!(true));
    let properties = manifest["properties"].as_array().unwrap();
    let decided = |way: &str| properties.iter().filter(|one| one["decided_by"] == way).count();
    assert!(decided("queries") > 0 && decided("folded") > 0, "{manifest:#}");
    for property in properties {
        let rests_on_queries = property["decided_by"] == "queries";
        assert_eq!(property["queries"].is_array(), rests_on_queries, "{property:#}");
    }
}

#[test]
fn verdicts_of_other_kinds() {
    let bounded = manifest(&certified("certified_bounded", BOUNDED));
    assert_eq!(
        (&bounded["outcome"], &bounded["exploration"]["complete"]),
        (&json!("bounded"), &json!(false))
    );
    let bound = &bounded["exploration"]["bound"];
    assert!(
        bounded["properties"].as_array().unwrap().iter().all(|one| one["bound"] == *bound),
        "{bounded:#}"
    );
    let unreached = manifest(&certified("certified_unreached", UNREACHED));
    let claims: Vec<&Value> =
        unreached["queries"].as_array().unwrap().iter().map(|one| &one["claim"]).collect();
    assert!(claims.contains(&&json!("unreachable")), "{unreached:#}");
    // That what is not modelled cannot be reached is what all verdicts rest on.
    let limit = manifest(&certified("certified_limit", LIMIT));
    assert_eq!(limit["exploration"]["queries"], json!([1]), "{limit:#}");
    let failing = scratch("certified_failing").join("proofs");
    let path = program("loops/binary_search_past_the_end.c");
    assert_eq!(check(&path, &["--certify", failing.to_str().unwrap()]).code, Some(1));
    assert_eq!(manifest(&failing)["outcome"], "failed");
    says(&certify(&failing, &[]), 0, "accepted: failed: 1 of 13 properties, which is not certified");
}

#[test]
fn what_is_not_checked_is_not_reached() {
    let here = scratch("certified_cut");
    let source = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n\
                  int squares[10];\n\
                  int main(void) {\n    unsigned i = __VERIFIER_nondet_uint() % 1000;\n\
                  if (i * i >= 100) return 0;\n    squares[i] = 1;\n\
                  if (i > 10) reach_error();\n    return 0;\n}\n";
    fs::write(here.join("main.c"), source).unwrap();
    fs::write(here.join("error.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
    let directory = here.join("proofs");
    let result = check(&here.join("main.c"), &["--property", "error.prp", "--certify", "proofs"]);
    says(&result, 0, "proved: the only property holds");
    let manifest = manifest(&directory);
    let cut = manifest["queries"].as_array().unwrap().iter().find(|query| query["claim"] == "not-cut");
    let id = &cut.unwrap_or_else(|| panic!("{manifest:#}"))["id"];
    assert!(manifest["exploration"]["queries"].as_array().unwrap().contains(id), "{manifest:#}");
    says(&certify(&directory, &[]), 0, "accepted: proved: 1 of 1 properties hold");
}

#[test]
fn certificates_are_deterministic() {
    let (first, second) = (certified("certified_once", LEMMAS), certified("certified_twice", LEMMAS));
    for entry in fs::read_dir(&first).unwrap() {
        let name = entry.unwrap().file_name();
        let (mut a, mut b) = (fs::read(first.join(&name)).unwrap(), fs::read(second.join(&name)).unwrap());
        if name == "manifest.json" {
            // The command line names the directory.
            let without_command = |directory: &Path| {
                let mut value = manifest(directory);
                value["options"]["command"] = json!([]);
                value.to_string().into_bytes()
            };
            (a, b) = (without_command(&first), without_command(&second));
        }
        assert!(a == b, "{name:?}");
    }
}

#[test]
fn files_that_are_missing_or_changed() {
    let directory = certified("certified_changed", LEMMAS);
    assert!(!read(&directory, "0001.models").is_empty(), "the program needs lemmas");
    for kind in ["smt2", "cnf", "lrat", "models"] {
        let name = format!("0001.{kind}");
        let truncate = |spoilt: &Path| {
            let bytes = fs::read(spoilt.join(&name)).unwrap();
            fs::write(spoilt.join(&name), &bytes[..bytes.len() / 2]).unwrap();
        };
        let flip = |spoilt: &Path| {
            let mut bytes = fs::read(spoilt.join(&name)).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(spoilt.join(&name), bytes).unwrap();
        };
        let remove = |spoilt: &Path| fs::remove_file(spoilt.join(&name)).unwrap();
        let nothing = |spoilt: &Path| replace(spoilt, &name, b"");
        let binary = |spoilt: &Path| replace(spoilt, &name, b"\xff\xfe\x00");
        let link = |spoilt: &Path| {
            fs::rename(spoilt.join(&name), spoilt.join("other")).unwrap();
            std::os::unix::fs::symlink("other", spoilt.join(&name)).unwrap();
        };
        let folder = |spoilt: &Path| {
            fs::remove_file(spoilt.join(&name)).unwrap();
            fs::create_dir(spoilt.join(&name)).unwrap();
        };
        refused(
            &directory,
            &[
                ("truncated", 1, "has been changed", &truncate),
                ("one bit", 1, "has been changed", &flip),
                ("missing", 65, "cannot read", &remove),
                ("empty", 1, "query 1: ", &nothing),
                ("binary", 65, "is not text", &binary),
                ("a link", 65, "is not a regular file", &link),
                ("a folder", 65, "is not a regular file", &folder),
            ],
        );
    }
}

#[test]
fn proofs_and_clauses_that_were_forged() {
    let directory = certified("certified_forged", ROUNDS);
    // The largest has something to spoil.
    let name = "0003";
    let clauses = read(&directory, "0003.cnf");
    let count = clauses.lines().count() - 1;
    let variables: usize = clauses.split_whitespace().nth(2).unwrap().parse().unwrap();
    let with_clause = |clause: &str| {
        let rest: Vec<&str> = clauses.lines().skip(1).collect();
        format!("p cnf {variables} {}\n{}\n{clause}\n", count + 1, rest.join("\n"))
    };
    let empty_clause = |spoilt: &Path| {
        replace(spoilt, "0003.cnf", with_clause("0").as_bytes());
        replace(spoilt, "0003.lrat", format!("{} 0 {} 0\n", count + 2, count + 1).as_bytes());
    };
    let other_clause = |spoilt: &Path| {
        let mut lines: Vec<String> = clauses.lines().map(str::to_owned).collect();
        lines[1] = "0".into();
        replace(spoilt, "0003.cnf", (lines.join("\n") + "\n").as_bytes());
        replace(spoilt, "0003.lrat", format!("{} 0 1 0\n", count + 1).as_bytes());
    };
    let assumption = |spoilt: &Path| {
        let text = format!("c assumptions 1\n{}", with_clause("1 0"));
        replace(spoilt, "0003.cnf", text.as_bytes());
    };
    let fewer = |spoilt: &Path| {
        let kept: Vec<&str> = clauses.lines().skip(1).take(count - 1).collect();
        let text = format!("p cnf {variables} {}\n{}\n", count - 1, kept.join("\n"));
        replace(spoilt, "0003.cnf", text.as_bytes());
    };
    let other_formula = |spoilt: &Path| {
        for kind in ["cnf", "lrat", "models"] {
            replace(spoilt, &format!("{name}.{kind}"), read(spoilt, &format!("0002.{kind}")).as_bytes());
        }
    };
    let satisfiable = |spoilt: &Path| {
        let formula = read(spoilt, "0003.smt2");
        let at = formula.rfind("(assert ").unwrap();
        replace(spoilt, "0003.smt2", format!("{}(check-sat)\n", &formula[..at]).as_bytes());
    };
    let no_question = |spoilt: &Path| {
        let formula = read(spoilt, "0003.smt2").replace("(check-sat)", "");
        replace(spoilt, "0003.smt2", formula.as_bytes());
    };
    let commands = |spoilt: &Path| {
        let formula = format!("(set-option :regular-output-channel \"x\")\n{}", read(spoilt, "0003.smt2"));
        replace(spoilt, "0003.smt2", formula.as_bytes());
    };
    let skipped = |spoilt: &Path| {
        let proof = read(spoilt, "0003.lrat");
        let steps: Vec<&str> = proof.lines().filter(|line| !line.contains(" d ")).skip(1).collect();
        replace(spoilt, "0003.lrat", (steps.join("\n") + "\n").as_bytes());
    };
    let unfinished = |spoilt: &Path| {
        let proof = read(spoilt, "0003.lrat");
        let steps: Vec<&str> = proof.lines().collect();
        replace(spoilt, "0003.lrat", (steps[..steps.len() - 1].join("\n") + "\n").as_bytes());
    };
    let claimed = |spoilt: &Path| {
        replace(spoilt, "0003.lrat", format!("{} 0 1 2 3 0\n", count + 1).as_bytes());
    };
    let rat = |spoilt: &Path| replace(spoilt, "0003.lrat", format!("{} 1 0 -1 2 0\n", count + 1).as_bytes());
    let large = |spoilt: &Path| {
        replace(spoilt, "0003.cnf", b"p cnf 2147483647 1\n2147483647 0\n");
        replace(spoilt, "0003.lrat", b"4294967295 -2147483647 0 1 0\n");
    };
    let too_large = |spoilt: &Path| replace(spoilt, "0003.cnf", b"p cnf 99999999999999999999 1\n1 0\n");
    let models = |spoilt: &Path| replace(spoilt, "0003.models", b"v 1 2 3 2147483647 0\n");
    let wide = |spoilt: &Path| {
        let formula = "(set-logic QF_BV)(declare-fun x () (_ BitVec 8388608))(declare-fun y () (_ BitVec 8388608))\
                       (assert (= (bvudiv (bvmul x y) y) x))(check-sat)";
        replace(spoilt, "0003.smt2", formula.as_bytes());
    };
    refused(
        &directory,
        &[
            ("an empty clause more", 1, "query 3: the formula gives", &empty_clause),
            ("another clause", 1, "query 3: clause 1 is not the one that the formula gives", &other_clause),
            ("an assumption", 1, "query 3: the clauses have assumptions", &assumption),
            ("a clause less", 1, "query 3: the formula gives more clauses", &fewer),
            ("a proof of another formula", 1, "query 3: clause", &other_formula),
            ("a formula with models", 1, "query 3: ", &satisfiable),
            ("no question", 1, "query 3: the formula cannot be read", &no_question),
            ("commands", 1, "query 3: the formula cannot be read", &commands),
            ("a step less", 1, "query 3: the proof is wrong", &skipped),
            ("no empty clause", 1, "the proof ends without the empty clause", &unfinished),
            ("a step that does not follow", 1, "query 3: the proof is wrong: step", &claimed),
            ("a RAT step", 1, "RAT hints are not admitted", &rat),
            ("large numbers", 1, "query 3: clause 1", &large),
            ("too large numbers", 1, "query 3: DIMACS file, line 1", &too_large),
            ("models that no lemma needs", 1, "query 3: ", &models),
            ("a formula out of proportion", 1, "much larger than its clauses", &wide),
        ],
    );
}

#[test]
fn manifests_that_are_none_or_of_another_version() {
    let directory = certified("certified_manifests", ROUNDS);
    let write =
        |text: &'static str| move |spoilt: &Path| fs::write(spoilt.join("manifest.json"), text).unwrap();
    let set = |key: &'static str, value: Value| {
        move |spoilt: &Path| change_manifest(spoilt, |manifest| manifest[key] = value.clone())
    };
    let cut = |spoilt: &Path| {
        let text = read(spoilt, "manifest.json");
        fs::write(spoilt.join("manifest.json"), &text[..text.len() / 2]).unwrap();
    };
    let remove = |spoilt: &Path| fs::remove_file(spoilt.join("manifest.json")).unwrap();
    let deep = |spoilt: &Path| {
        fs::write(spoilt.join("manifest.json"), "[".repeat(100_000)).unwrap();
    };
    let number = |text: &'static str| {
        move |spoilt: &Path| {
            let manifest = read(spoilt, "manifest.json").replacen("\"version\": 1", text, 1);
            fs::write(spoilt.join("manifest.json"), manifest).unwrap();
        }
    };
    refused(
        &directory,
        &[
            ("missing", 65, "cannot read manifest.json", &remove),
            ("empty", 65, "is not a manifest", &write("")),
            ("not JSON", 65, "is not a manifest", &write("p cnf 1 1")),
            ("not an object", 65, "is not a manifest", &write("[1, 2]")),
            ("truncated", 65, "is not a manifest", &cut),
            ("deep", 65, "is not a manifest", &deep),
            ("another format", 65, "its format is not", &set("format", json!("fathom-report"))),
            ("another version", 65, "only version 1 is known", &set("version", json!(2))),
            ("a large version", 65, "is not a manifest", &number("\"version\": 99999999999999999999")),
            ("a larger version", 65, "is not a manifest", &number("\"version\": 1e999")),
            ("a negative version", 65, "is not a manifest", &number("\"version\": -1")),
            ("no properties", 65, "is not a manifest", &set("properties", json!(null))),
            ("an unknown outcome", 65, "is not a manifest", &set("outcome", json!("fine"))),
        ],
    );
    says(&certify(&directory.join("nowhere"), &[]), 65, "cannot read manifest.json");
}

#[test]
fn names_of_files_that_lead_elsewhere() {
    let directory = certified("certified_names", ROUNDS);
    let outside = directory.with_file_name("outside.cnf");
    fs::copy(directory.join("0001.cnf"), &outside).unwrap();
    let absolute = outside.to_str().unwrap().to_string();
    let names = ["../outside.cnf", &absolute, "sub/0001.cnf", "./0001.cnf", "..", "", "/", "0001.cnf/"];
    for name in names {
        let rename = |spoilt: &Path| {
            change_manifest(spoilt, |manifest| {
                manifest["queries"][0]["certificate"]["clauses"]["file"] = json!(name);
            });
        };
        refused(&directory, &[(name, 65, "is not the name of a file in the directory", &rename)]);
    }
}

#[test]
fn verdicts_without_what_they_rest_on() {
    let directory = certified("certified_verdicts", ROUNDS);
    let change = |change: fn(&mut Value)| move |spoilt: &Path| change_manifest(spoilt, change);
    fn queries(manifest: &mut Value) -> &mut Vec<Value> {
        manifest["queries"].as_array_mut().unwrap()
    }
    /// The first property that queries decided.
    fn property(manifest: &mut Value) -> &mut Value {
        let properties = manifest["properties"].as_array_mut().unwrap();
        properties.iter_mut().find(|property| property["decided_by"] == "queries").unwrap()
    }
    refused(
        &directory,
        &[
            (
                "no certificate",
                1,
                "either a certificate or a reason",
                &change(|manifest| {
                    queries(manifest)[0].as_object_mut().unwrap().remove("certificate");
                }),
            ),
            (
                "both",
                1,
                "either a certificate or a reason",
                &change(|manifest| {
                    queries(manifest)[0]["uncertified"] = json!("why not");
                }),
            ),
            ("a query less", 1, "there is no query 4", &change(|manifest| drop(queries(manifest).pop()))),
            (
                "another order",
                1,
                "its number is not that of its place",
                &change(|manifest| {
                    queries(manifest).swap(0, 1);
                }),
            ),
            (
                "a property that nothing decides",
                1,
                "but there are none",
                &change(|manifest| {
                    let mut all = manifest["properties"].as_array().unwrap().iter();
                    let at = all.position(|property| property["decided_by"] == "queries").unwrap();
                    manifest["properties"][at]["queries"] = json!([]);
                    for query in queries(manifest) {
                        if let Some(list) = query.get_mut("properties").and_then(Value::as_array_mut) {
                            list.retain(|one| *one != json!(at));
                        }
                    }
                }),
            ),
            (
                "no word on what decides",
                1,
                "nothing says what decided",
                &change(|manifest| {
                    property(manifest).as_object_mut().unwrap().remove("decided_by");
                }),
            ),
            (
                "folded with queries",
                1,
                "but it has queries",
                &change(|manifest| {
                    property(manifest)["decided_by"] = json!("folded");
                }),
            ),
            (
                "a query that is not about it",
                1,
                "is not about it",
                &change(|manifest| {
                    property(manifest)["queries"] = json!([4]);
                    for query in queries(manifest) {
                        query["properties"] = json!([]);
                    }
                }),
            ),
            (
                "a query that is not there",
                1,
                "there is no query 4294967295",
                &change(|manifest| {
                    property(manifest)["queries"].as_array_mut().unwrap().push(json!(u32::MAX));
                }),
            ),
            (
                "query nought",
                1,
                "there is no query 0",
                &change(|manifest| {
                    manifest["exploration"]["queries"] = json!([0, 4]);
                }),
            ),
            (
                "a property that is not there",
                1,
                "a property in its list is not there",
                &change(|manifest| {
                    queries(manifest)[0]["properties"] = json!([u32::MAX]);
                }),
            ),
            (
                "a large number",
                65,
                "is not a manifest",
                &change(|manifest| {
                    queries(manifest)[0]["id"] = json!(u64::MAX);
                }),
            ),
            (
                "beyond the bound",
                1,
                "the exploration does not rest on it",
                &change(|manifest| {
                    manifest["exploration"]["queries"] = json!([]);
                }),
            ),
            (
                "not complete",
                1,
                "not every execution was looked at",
                &change(|manifest| {
                    manifest["exploration"]["complete"] = json!(false);
                }),
            ),
            (
                "safe up to more",
                1,
                "were not all looked at",
                &change(|manifest| {
                    let property = property(manifest);
                    property["verdict"] = json!("safe-up-to");
                    property["bound"] = json!(u32::MAX);
                }),
            ),
            (
                "safe up to nobody knows",
                1,
                "but which?",
                &change(|manifest| {
                    property(manifest)["verdict"] = json!("safe-up-to");
                }),
            ),
            (
                "failed",
                1,
                "but something decided that it does",
                &change(|manifest| {
                    property(manifest)["verdict"] = json!("failed");
                }),
            ),
            (
                "another outcome",
                1,
                "the outcome is not that of the properties",
                &change(|manifest| {
                    manifest["outcome"] = json!("failed");
                }),
            ),
            (
                "unknown, and proved",
                1,
                "the outcome is not that of the properties",
                &change(|manifest| {
                    let folded = manifest["properties"].as_array_mut().unwrap();
                    let one = folded.iter_mut().find(|property| property["decided_by"] == "folded").unwrap();
                    one["verdict"] = json!("unknown");
                    one.as_object_mut().unwrap().remove("decided_by");
                }),
            ),
        ],
    );
}

#[test]
fn what_is_not_certified_is_named() {
    let directory = certified("certified_in_part", ROUNDS);
    let without = |id: usize| {
        let spoilt = copy(&directory, &format!("without{id}"));
        change_manifest(&spoilt, |manifest| {
            let query = manifest["queries"][id - 1].as_object_mut().unwrap();
            query.remove("certificate");
            query.insert("uncertified".into(), json!("the time is up"));
        });
        certify(&spoilt, &[])
    };
    // The first is about six properties, and all rest on the last.
    says(
        &without(1),
        2,
        "accepted in part: 6 of 13 verdicts that a property holds rest on formulas without proof",
    );
    let result = without(4);
    says(&result, 2, "accepted in part: 13 of 13 verdicts");
    assert_eq!(result.stdout.matches("query 4: the time is up").count(), 13, "{}", result.stdout);
}

#[test]
fn words_of_the_manifest_are_not_repeated_as_they_are() {
    let directory = certified("certified_words", BOUNDED);
    change_manifest(&directory, |manifest| {
        manifest["summary"] = json!("all properties of all programs hold");
        manifest["properties"][0]["kind"] = json!("\u{1b}[2J\naccepted: everything");
        let query = manifest["queries"][0].as_object_mut().unwrap();
        query.remove("certificate");
        query.insert("uncertified".into(), json!("why\r\nnot"));
    });
    let result = certify(&directory, &[]);
    says(&result, 2, "\u{fffd}[2J\u{fffd}accepted: everything");
    assert!(
        !result.stdout.contains("of all programs") && !result.stdout.contains('\u{1b}'),
        "{}",
        result.stdout
    );
    assert!(!result.stdout.lines().any(|line| line.starts_with("accepted:")), "{}", result.stdout);
}

#[test]
fn random_damage_never_crashes_the_checker() {
    let directory = certified("certified_damaged", LEMMAS);
    let names: Vec<String> =
        ["manifest.json", "0001.smt2", "0001.cnf", "0001.lrat", "0001.models"].map(str::to_owned).to_vec();
    let cases: Vec<u64> = (0..120).collect();
    let problems = in_parallel(&cases, |&seed| {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % below.max(1)
        };
        let spoilt = copy(&directory, &format!("damaged{seed}"));
        let name = &names[random(names.len())];
        let mut bytes = fs::read(spoilt.join(name)).unwrap();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = b"0123456789-() \n\"{}xv"[random(20)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"0123456789-() \n\"{}xv"[random(20)]),
                _ => bytes.truncate(at),
            }
        }
        if name == "manifest.json" {
            fs::write(spoilt.join(name), &bytes).unwrap();
        } else {
            replace(&spoilt, name, &bytes);
        }
        let result = certify(&spoilt, &["--timeout", "30s"]);
        let _ = fs::remove_dir_all(&spoilt);
        let fine = matches!(result.code, Some(0 | 1 | 65)) && !result.timed_out;
        (!fine).then(|| format!("{seed} {name}: {result:?}"))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_program_is_compared() {
    let directory = certified("certified_program", ROUNDS);
    let path = program(ROUNDS);
    let path = path.to_str().unwrap();
    says(&certify(&directory, &[]), 0, "program: not compared");
    says(&certify(&directory, &[path]), 0, "program: the files are those that were checked");
    let other = program("loops/binary_search_past_the_end.c");
    says(
        &certify(&directory, &[other.to_str().unwrap()]),
        1,
        "is not a file of the program that was checked",
    );
    says(&certify(&directory, &["nowhere.c"]), 65, "cannot read nowhere.c");
    change_manifest(&directory, |manifest| {
        let more = json!({ "path": "more.c", "sha256": sha256(b"int x;") });
        manifest["program"]["files"].as_array_mut().unwrap().push(more);
    });
    says(&certify(&directory, &[path]), 1, "has another file, more.c");
}

#[test]
fn another_solver_confirms() {
    let directory = certified("certified_confirmed", ROUNDS);
    let with = |answer: &str| {
        let command = format!("sh -c 'echo {answer}; cat > /dev/null'");
        certify(&directory, &["--solver", &command])
    };
    says(&with("unsat"), 0, "finds no model of any formula either");
    says(&with("sat"), 1, "says that the formula has a model");
    says(&with("unknown"), 2, "not confirmed: query 1: the solver does not know");
    says(&with("what"), 2, "not confirmed: query 1");
    says(&certify(&directory, &["--solver", "fathom-has-no-such-solver"]), 64, "there is no program");
    // The formula reaches it as it is in the file.
    let fathom = format!("{} smt", env!("CARGO_BIN_EXE_fathom"));
    says(&certify(&directory, &["--solver", &fathom]), 0, "finds no model of any formula either");
    says(&certify(&directory, &["--solver", "embedded"]), 64, "needs another solver");
    says(&certify(&directory, &["--solver", " "]), 64, "needs the name of a solver");
}

#[test]
fn the_directory_is_ours_or_empty() {
    let here = scratch("certified_directory");
    let (proofs, taken, file) = (here.join("proofs"), here.join("taken"), here.join("file"));
    let path = program(ROUNDS);
    let write = |directory: &Path| check(&path, &["--certify", directory.to_str().unwrap()]);
    assert_eq!(write(&proofs).code, Some(0));
    // What an earlier run wrote is replaced, also what this one does not write again.
    fs::write(proofs.join("0099.cnf"), "p cnf 0 0\n").unwrap();
    assert_eq!(write(&proofs).code, Some(0));
    assert!(!proofs.join("0099.cnf").exists());
    says(&certify(&proofs, &[]), 0, "accepted");
    fs::create_dir_all(&taken).unwrap();
    fs::write(taken.join("main.c"), "int main(void) { return 0; }").unwrap();
    says(&write(&taken), 65, "has other files in it");
    assert_eq!(fs::read_dir(&taken).unwrap().count(), 1);
    // Without a manifest they may be anybody's.
    fs::rename(taken.join("main.c"), taken.join("0001.smt2")).unwrap();
    says(&write(&taken), 65, "has other files in it");
    assert_eq!(fs::read_dir(&taken).unwrap().count(), 1);
    let name = taken.to_str().unwrap();
    says(&check(&path, &["--certify", name, "--emit-smt2", name]), 64, "need a directory each");
    fs::write(&file, "").unwrap();
    says(&write(&file), 65, "cannot write");
    // A program that does not compile leaves nothing to believe.
    fs::write(here.join("wrong.c"), "int main(void) { return }").unwrap();
    let result = check(&here.join("wrong.c"), &["--certify", proofs.to_str().unwrap()]);
    assert_eq!(result.code, Some(65), "{result:?}");
    assert!(!proofs.join("manifest.json").exists());
}

#[test]
fn only_the_solver_inside_has_proofs() {
    let here = scratch("certified_external");
    let directory = here.join("proofs");
    let result = check(&program(ROUNDS), &["--certify", directory.to_str().unwrap(), "--solver", "z3"]);
    says(&result, 64, "proofs of other solvers are not in LRAT");
    assert!(!directory.exists());
}

#[test]
fn a_check_of_certificates_ends_in_time() {
    let directory = certified("certified_in_time", ROUNDS);
    says(&certify(&directory, &["--timeout", "0s"]), 2, "not checked to the end: the time is up");
}
