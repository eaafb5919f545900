//! The command line: help, exit codes, messages.

mod common;

use std::fs;
use std::path::Path;

use common::{Finished, Job, scratch};
use fathom_frontend::Clang;

fn write(directory: &Path, name: &str, text: &str) {
    fs::write(directory.join(name), text).unwrap();
}

/// Runs `fathom` in a directory.
fn fathom(directory: &Path, arguments: &[&str]) -> Finished {
    let mut job = Job::new(env!("CARGO_BIN_EXE_fathom"));
    job.command.args(arguments).current_dir(directory);
    job.run()
}

#[track_caller]
fn fails(directory: &Path, arguments: &[&str], code: i32, message: &str) {
    let result = fathom(directory, arguments);
    assert_eq!(result.code, Some(code), "{arguments:?}: {result:?}");
    assert!(result.stderr.contains(message), "{arguments:?}: no {message:?} in\n{}", result.stderr);
    assert_eq!(result.stdout, "", "{arguments:?}");
}

#[test]
fn help_names_the_commands_and_exit_codes() {
    let here = scratch("help");
    let result = fathom(&here, &["--help"]);
    assert_eq!(result.code, Some(0));
    for part in ["check", "run", "ir", "Exit codes:", "  64  wrong usage", "  70  internal error"] {
        assert!(result.stdout.contains(part), "{part} in\n{}", result.stdout);
    }
    for command in ["check", "run", "ir"] {
        let result = fathom(&here, &[command, "--help"]);
        assert_eq!((result.code, result.stderr.as_str()), (Some(0), ""));
        for part in ["Usage: fathom ", "--cflags", "-std=", "--no-check", "Exit codes:"] {
            assert!(result.stdout.contains(part), "{part} in\n{}", result.stdout);
        }
    }
    let check = fathom(&here, &["check", "--help"]).stdout;
    for part in ["--unwindset", "--property", "`safe up to 8`", "fathom check --timeout 2m"] {
        assert!(check.contains(part), "{part} in\n{check}");
    }
    assert!(!check.contains("--encoding"), "experiments are not in the help:\n{check}");
    assert!(fathom(&here, &["--version"]).stdout.starts_with("fathom "));
}

#[test]
fn kinds_are_listed() {
    let here = scratch("kinds");
    for (command, mark) in [("run", "  "), ("check", "* ")] {
        let result = fathom(&here, &[command, "--list-checks"]);
        assert_eq!(result.code, Some(0));
        for property in fathom_ir::Property::ALL {
            assert!(result.stdout.contains(&format!(" {} ", property.name())));
        }
        assert!(result.stdout.contains(&format!("\n{mark}uninitialised-use ")), "{}", result.stdout);
    }
}

#[test]
fn wrong_usage_is_64() {
    let here = scratch("usage");
    write(&here, "a.c", "int main(void) { return 0; }\n");
    fails(&here, &[], 64, "Usage: fathom");
    fails(&here, &["run"], 64, "FILE");
    fails(&here, &["walk", "a.c"], 64, "unrecognized subcommand 'walk'");
    fails(&here, &["run", "--fast", "a.c"], 64, "unexpected argument '--fast'");
    fails(&here, &["run", "--check", "overflow", "a.c"], 64, "signed-overflow");
    fails(&here, &["run", "--no-check", "missing-body", "a.c"], 64, "that is no check");
    fails(&here, &["run", "--max-steps", "many", "a.c"], 64, "--max-steps");
    fails(&here, &["run", "--memory-limit", "8X", "a.c"], 64, "K, M or G");
    fails(&here, &["run", "--cflags", "-DX='", "a.c"], 64, "quote");
    fails(&here, &["run", "--entry", "start", "a.c"], 64, "start");
    fails(&here, &["ir", "--stage", "raw", "a.c"], 64, "promoted");
    fails(&here, &["ir", "--function", "nobody", "a.c"], 64, "nobody");
}

/// What a build says is taken as it is: warnings are shown, `-D` and `-f…` count, `-O2` and the like do nothing.
#[test]
fn options_of_builds_are_taken() {
    let here = scratch("build-options");
    let text = "#include <other.h>\n\
                int main(void) { int unused; int x = 2147483647; x += STEP; return OTHER; }\n";
    write(&here, "a.c", text);
    fs::create_dir(here.join("inc")).unwrap();
    write(&here, "inc/other.h", "#define OTHER 0\n");
    let line = [
        "-Wall", "-O2", "-g", "-std=c11", "-isystem", "inc", "a.c", "-DSTEP=1", "-pthread", "-c", "-o", "a.o",
    ];
    let arguments: Vec<&str> = ["check"].into_iter().chain(line).collect();
    let result = fathom(&here, &arguments);
    assert_eq!(result.code, Some(1), "{result:?}");
    assert!(result.stdout.contains("signed-overflow"), "{}", result.stdout);
    assert!(result.stderr.contains("unused variable"), "{}", result.stderr);
    let wraps: Vec<&str> =
        arguments.iter().copied().chain(["-fwrapv", "-lm", "-MMD", "-MF", "a.d"]).collect();
    assert_eq!(fathom(&here, &wraps).code, Some(0));
    let run =
        fathom(&here, &["run", "-O3", "-isystem", "inc", "-DSTEP=0", "a.c", "-march=x86-64", "--", "-O2"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_missing_entry_is_answered_with_what_there_is() {
    let here = scratch("entries");
    write(
        &here,
        "a.c",
        "void declared(void);\nint parse(int x) { declared(); return x; }\nint helper(void) { return 1; }\n",
    );
    fails(
        &here,
        &["check", "a.c"],
        64,
        "there is no function 'main' to start at; choose one with --entry: parse, helper",
    );
    fails(&here, &["check", "--entry", "prase", "a.c"], 64, "--entry: parse, helper");
    fails(
        &here,
        &["run", "--entry", "declared", "a.c"],
        64,
        "'declared' is declared, and no file defines it",
    );
    write(&here, "empty.c", "");
    fails(&here, &["check", "empty.c"], 64, "the program defines no function at all");
    write(
        &here,
        "b.cpp",
        "int twice(int x) { return 2 * x; }\nint same(int x) { return x; }\nint same(char x) { return x; }\n",
    );
    let found = fathom(&here, &["check", "--entry", "twice", "b.cpp"]);
    assert!(found.stdout.contains("signed-overflow"), "{found:?}");
    fails(&here, &["check", "--entry", "same", "b.cpp"], 64, "'same' is the name of 2 functions");
    fails(&here, &["check", "--entry", "same", "b.cpp"], 64, "_Z4samei, _Z4samec");
    write(&here, "c.rs", "#[inline(never)]\nfn half(x: u8) -> u8 { 100 / x }\nfn main() { half(2); }\n");
    let found = fathom(&here, &["check", "--entry", "half", "c.rs"]);
    assert_eq!(found.code, Some(1), "{found:?}");
    assert!(found.stdout.contains("attempt to divide by zero"), "{}", found.stdout);
    fails(&here, &["check", "--entry", "hlaf", "c.rs"], 64, "--entry: half, main");
}

#[test]
fn inputs_that_are_no_program_say_what_to_name_instead() {
    let here = scratch("no-program");
    fs::create_dir(here.join("src")).unwrap();
    write(&here, "src/a.c", "int main(void) { return 0; }\n");
    write(&here, "src/notes.txt", "no source\n");
    fails(&here, &["check", "src"], 65, "src is a directory; name the source files in it, such as src/a.c");
    let elf = |kind: u8| {
        let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
        bytes.extend([kind, 0, 62, 0]);
        bytes
    };
    fs::write(here.join("src/a.o"), elf(1)).unwrap();
    fs::write(here.join("program"), elf(3)).unwrap();
    fs::write(here.join("lib.a"), b"!<arch>\n").unwrap();
    fs::write(here.join("module.o"), b"BC\xc0\xde1234").unwrap();
    fails(&here, &["check", "src/a.o"], 65, "src/a.o is an object file");
    fails(&here, &["check", "src/a.o"], 65, "such as src/a.c");
    fails(&here, &["run", "program"], 65, "program is an executable or a shared library");
    fails(&here, &["check", "lib.a"], 65, "lib.a is an archive of object files");
    fails(&here, &["check", "module.o"], 65, "module.o is LLVM bitcode; call it .bc");
    write(&here, "a.h", "");
    fails(&here, &["check", "a.h"], 65, "a.h is a header; name the files that include it");
    write(&here, "Cargo.toml", "[package]\n");
    fails(&here, &["check", "Cargo.toml"], 65, "name its src/main.rs");
}

#[test]
fn wrong_usage_of_check_is_64() {
    let here = scratch("check-usage");
    write(&here, "a.c", "int main(void) { return 0; }\n");
    fails(&here, &["check"], 64, "FILE");
    fails(&here, &["check", "--check", "overflow", "a.c"], 64, "signed-overflow");
    fails(&here, &["check", "--entry", "start", "a.c"], 64, "there is no function 'start' to start at");
    fails(&here, &["check", "--unwind", "many", "a.c"], 64, "--unwind");
    for wrong in ["main.0", "main.0:", ":3", "main.0:many", "main.0:3,main.1"] {
        fails(&here, &["check", "--unwindset", wrong, "a.c"], 64, "such as main.0:8");
    }
    fails(&here, &["check", "--timeout", "soon", "a.c"], 64, "15s");
    fails(&here, &["check", "--memory-limit", "8X", "a.c"], 64, "K, M or G");
    fails(&here, &["check", "--solver", "", "a.c"], 64, "--solver");
    for (solver, program) in [("nosuch", "nosuch"), ("./no/such --fast", "./no/such")] {
        let message = format!("--solver {solver}: there is no program `{program}`");
        fails(&here, &["check", "--solver", solver, "a.c"], 64, &message);
        fails(&here, &["check", "--solver", solver, "no-such-file.c"], 64, &message);
        fails(&here, &["certify", "--solver", solver, "no-such-directory"], 64, &message);
        fails(&here, &["smt", "--solver", solver, "no-such-file.smt2"], 64, &message);
    }
    fails(&here, &["check", "--encoding-memory", "words", "a.c"], 64, "lambdas or arrays");
}

#[test]
fn bounds_count_rounds_and_calls_that_no_input_decides() {
    let here = scratch("unwind-constants");
    let source = "#include <assert.h>
int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += i; assert(s == 45); assert(sum(5) == 15); return 0; }
";
    write(&here, "a.c", source);
    let all = fathom(&here, &["check", "a.c"]);
    assert_eq!(all.code, Some(0), "{}", all.stdout);
    for part in ["loop main.0  a.c:3:47  bound 10  complete", "loop sum     a.c:2     bound 5   complete"] {
        assert!(all.stdout.contains(part), "{part}: {}", all.stdout);
    }
    for (option, bound) in [("--unwind=3", 3), ("--unwind=9", 9), ("--unwindset=sum:4", 4)] {
        let cut = fathom(&here, &["check", option, "a.c"]);
        assert_eq!(cut.code, Some(0), "{}", cut.stdout);
        let first =
            format!("safe up to {bound}: no property fails while no loop goes round more than {bound} times");
        assert!(cut.stdout.starts_with(&first), "{option}: {}", cut.stdout);
    }
}

#[test]
fn wrong_property_files() {
    let here = scratch("property-files");
    write(&here, "a.c", "int main(void) { return 0; }\n");
    let unsupported = [
        ("termination.prp", "F end", "termination is no property that check decides; see fathom svcomp"),
        ("no-data-race.prp", "G ! data-race", "no-data-race is no property that check decides"),
        ("call.prp", "G ! call(abort())", "'G ! call(abort())' for other functions than reach_error"),
    ];
    for (name, formula, message) in unsupported {
        write(&here, name, &format!("CHECK( init(main()), LTL({formula}) )\n"));
        fails(&here, &["check", "--property", name, "a.c"], 64, message);
    }
    write(&here, "empty.prp", "");
    write(&here, "wrong.prp", "CHECK( init(main()), LTL(G ! call(reach_error()) )\n");
    fails(&here, &["check", "--property", "none.prp", "a.c"], 65, "cannot read none.prp: No such file");
    fails(&here, &["check", "--property", "empty.prp", "a.c"], 65, "empty.prp: no CHECK in it");
    fails(&here, &["check", "--property", "wrong.prp", "a.c"], 65, "wrong.prp, line 2: expected )");
    write(&here, "main.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    write(&here, "start.prp", "CHECK( init(start()), LTL(G ! overflow) )\n");
    fails(&here, &["check", "--property", "start.prp", "a.c"], 64, "there is no function 'start'");
    fails(&here, &["check", "--property", "main.prp", "--entry", "f", "a.c"], 64, "starts at f");
    let two = ["check", "--property", "main.prp", "--property", "start.prp", "a.c"];
    fails(&here, &two, 64, "both at main and at start");
}

#[test]
fn bad_input_is_65() {
    let here = scratch("input");
    write(&here, "wrong.c", "int main(void) { return x; }\n");
    write(&here, "empty.ll", "");
    write(&here, "cut.ll", "define i32 @main() {\nentry:\n  %x = add i32 1,");
    write(&here, "odd.txt", "hello\n");
    write(&here, "text.bc", "this is no bitcode\n");
    fs::create_dir(here.join("directory.c")).unwrap();
    for command in ["check", "run", "ir"] {
        fails(&here, &[command, "none.c"], 65, "cannot read none.c: No such file");
        fails(&here, &[command, "directory.c"], 65, "is a directory");
        fails(&here, &[command, "odd.txt"], 65, "should end in one of .c");
        fails(&here, &[command, "empty.ll"], 65, "empty.ll is empty");
        fails(&here, &[command, "cut.ll"], 65, "cut.ll:3:");
        fails(&here, &[command, "text.bc"], 65, "text.bc");
        fails(&here, &[command, "wrong.c"], 65, "undeclared identifier 'x'");
    }
}

#[test]
fn clangs_messages_are_unchanged() {
    let here = scratch("messages");
    write(&here, "wrong.c", "#include \"none.h\"\n");
    write(&here, "alsowrong.c", "int main(void) { return 0 }\n");
    let clang = Clang::find().unwrap();
    let mut job = Job::new(&clang.path);
    job.command.args(["-fsyntax-only", "wrong.c", "alsowrong.c"]).current_dir(&here);
    let expected = job.run().stderr;
    assert_eq!(fathom(&here, &["run", "wrong.c", "alsowrong.c"]).stderr, expected);
}

#[test]
fn a_missing_clang_is_explained() {
    let here = scratch("clang");
    write(&here, "a.c", "int main(void) { return 0; }\n");
    let run = |name: &str, value: &str| {
        let mut job = Job::fathom("run");
        job.command.arg("a.c").current_dir(&here).env_remove("FATHOM_CLANG").env(name, value);
        job.run()
    };
    let result = run("PATH", "/nowhere");
    assert_eq!(result.code, Some(65));
    assert!(result.stderr.contains("apt install clang"), "{}", result.stderr);
    let result = run("FATHOM_CLANG", "/nowhere/clang");
    assert_eq!(result.code, Some(65));
    assert!(result.stderr.contains("cannot start /nowhere/clang"), "{}", result.stderr);
    let result = run("FATHOM_CLANG", "true");
    assert!(result.stderr.contains("does not answer --version as clang does"), "{}", result.stderr);
}

#[test]
fn several_files_make_one_program() {
    let here = scratch("several");
    write(&here, "main.c", "int twice(int);\nint main(void) { return twice(21); }\n");
    write(&here, "twice.c", "static int k = 2;\nint twice(int x) { return k * x; }\n");
    write(&here, "again.c", "int twice(int x) { return x + x; }\n");
    let result = fathom(&here, &["run", "main.c", "twice.c"]);
    assert_eq!(result.code, Some(42), "{}", result.stderr);
    fails(&here, &["run", "main.c", "twice.c", "again.c"], 65, "twice");
    fails(&here, &["run", "main.c"], 2, "missing-body");
    fails(&here, &["run", "twice.c"], 64, "main");
    let result = fathom(&here, &["run", "--entry", "twice", "again.c"]);
    assert_ne!(result.code, Some(70), "{}", result.stderr);
}

#[test]
fn choices_that_nobody_promised_are_named() {
    let here = scratch("choices");
    write(&here, "a.cpp", "extern int y; int x = y + 1; int five() { return 5; }\n");
    write(&here, "b.cpp", "int five(); int y = five();\n");
    write(&here, "m.cpp", "extern int x, y; int main() { return x < y; }\n");
    write(
        &here,
        "one.cpp",
        "int five(); int y = five(); int five() { return 5; } int main() { return y - 5; }\n",
    );
    write(&here, "label.c", "int main(void) { void *a = &&end; goto *a; end: return 0; }\n");
    let said = |files: &[&str]| fathom(&here, &[&["check"], files].concat()).stdout;
    let of_files = "assumed: files are initialised in the order";
    assert!(said(&["a.cpp", "b.cpp", "m.cpp"]).contains(of_files));
    assert!(!said(&["one.cpp"]).contains(of_files));
    assert!(said(&["label.c"]).contains("assumed: labels (&&label) lie in the order"));
    // Where a block of Rust ends is not marked: safe code cannot know, code that is not safe may.
    let of_blocks = "assumed: unsafe code uses no local variable after the end of its block";
    write(&here, "safe.rs", "fn main() { let x = 3; assert!(x * x == 9); }\n");
    write(&here, "other.rs", "pub fn get(x: &i32) -> i32 { unsafe { *(x as *const i32) } }\n");
    write(&here, "unsafe.rs", "mod other;\nfn main() { let x = 3; assert!(other::get(&x) == 3); }\n");
    assert!(!said(&["safe.rs"]).contains(of_blocks));
    assert!(said(&["unsafe.rs"]).contains(of_blocks));
}

#[test]
fn objects_that_stay_longer_than_promised_are_named() {
    let here = scratch("staying");
    let temporaries = "assumed: temporary objects live until their function returns";
    let again = "assumed: local objects lie where they lay before";
    let told = |name: &str, text: &str| {
        write(&here, name, text);
        let answer = fathom(&here, &["check", name]).stdout;
        assert!(answer.starts_with("proved"), "{answer}");
        (answer.contains(temporaries), answer.contains(again))
    };
    let point = "struct Point { int x; Point(int x) : x(x) {} Point(const Point &other) : x(other.x) {} };\n\
                 static unsigned long place(Point p) { return (unsigned long)&p; }\n#include <assert.h>\n";
    let local = "int main() { unsigned long first = place(Point(1)); int other; assert(first != (unsigned long)&other); }";
    assert_eq!(told("local.cpp", &format!("{point}{local}")), (true, false));
    let unseen = "int main() { assert(Point(3).x == 3); return place(Point(1)) == 0; }";
    assert_eq!(told("unseen.cpp", &format!("{point}{unseen}")), (false, false));
    let entered = "#include <assert.h>\nint main(int argc, char **argv) { unsigned long at[2]; int i = 0; if (argc > 1) goto in;\n\
                   for (; i < 2; i++) { in:; int x; at[i] = (unsigned long)&x; } assert(at[0] == at[1]); return 0; }";
    assert_eq!(told("entered.c", entered), (false, true));
    let variable = "int main(void) { for (int i = 0; i < 2; i++) { int x = i, *p = &x; if (*p != i) return 1; } return 0; }";
    assert_eq!(told("variable.c", variable), (false, false));
}

#[test]
fn what_is_frozen_has_any_value() {
    let here = scratch("frozen");
    write(
        &here,
        "a.ll",
        "declare void @reach_error()\ndefine i32 @main() {\n  %chosen = freeze i32 poison\n  \
         %same = icmp eq i32 %chosen, 77\n  br i1 %same, label %wrong, label %right\nwrong:\n  \
         call void @reach_error()\n  unreachable\nright:\n  ret i32 0\n}\n",
    );
    for options in [&["check", "a.ll"][..], &["check", "--check", "uninitialised-use", "a.ll"]] {
        assert_eq!(fathom(&here, options).code, Some(1), "{options:?}");
    }
}

#[test]
fn what_a_constructor_is_called_with_is_not_known() {
    let here = scratch("constructor");
    write(
        &here,
        "c.c",
        "static int x; __attribute__((constructor)) static void begin(int argc) { x = argc; }\nint main(void) { return x; }\n",
    );
    let answer = fathom(&here, &["check", "c.c"]).stdout;
    assert!(answer.contains("what a constructor is called with"), "{answer}");
}

#[test]
fn arguments_and_standard_streams_are_real() {
    let here = scratch("streams");
    write(
        &here,
        "cat.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  for (int i = 1; i < argc; i++) puts(argv[i]);\n  \
         int c; while ((c = getchar()) != EOF) putchar(c);\n  fprintf(stderr, \"done\\n\");\n  return argc;\n}\n",
    );
    let mut job = Job::fathom("run");
    job.command.args(["cat.c", "--", "--help", "-x"]).current_dir(&here);
    job.stdin = b"one\ntwo\n".to_vec();
    let result = job.run();
    assert_eq!(result.stdout, "--help\n-x\none\ntwo\n");
    assert_eq!((result.code, result.stderr.as_str()), (Some(3), "done\n"));
}

#[test]
fn c_on_standard_input() {
    let mut job = Job::fathom("run");
    job.command.arg("-");
    job.stdin = b"int main(void) { return 5; }\n".to_vec();
    assert_eq!(job.run().code, Some(5));
}

#[test]
fn a_defect_is_explained() {
    let here = scratch("defect");
    write(
        &here,
        "uaf.c",
        "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(8);\n  if (!p) return 0;\n  p[0] = 1;\n  \
         free(p);\n  return p[0];\n}\n",
    );
    let result = fathom(&here, &["run", "uaf.c"]);
    assert_eq!(result.code, Some(1));
    for part in [
        "error[use-after-free]: ",
        "(CWE-416)",
        "uaf.c:7:",
        "7 |   return p[0];",
        "8 bytes",
        "uaf.c:3",
        "uaf.c:6",
    ] {
        assert!(result.stderr.contains(part), "{part} in\n{}", result.stderr);
    }
    assert!(!result.stderr.contains('\x1b'), "no colours in a pipe");
    let unpromoted = fathom(&here, &["run", "--no-promote", "uaf.c"]);
    assert_eq!((unpromoted.code, unpromoted.stderr), (result.code, result.stderr));
}

#[test]
fn checks_can_be_chosen() {
    let here = scratch("checks");
    write(
        &here,
        "wrap.c",
        "int main(int argc, char **argv) {\n  unsigned u = argc;\n  u -= 2;\n  int i = 2147483646 + argc;\n  \
         i += argc;\n  return u == 4294967295u && i < 0 ? 3 : 4;\n}\n",
    );
    let kind = |arguments: &[&str]| {
        let result = fathom(&here, &[&["run"], arguments, &["wrap.c"]].concat());
        (result.code, result.stderr.split(']').next().unwrap().to_string())
    };
    assert_eq!(kind(&[]), (Some(1), "error[signed-overflow".into()));
    assert_eq!(kind(&["--check", "unsigned-overflow"]), (Some(1), "error[unsigned-overflow".into()));
    assert_eq!(kind(&["--cflags", "-fwrapv"]), (Some(3), String::new()));
    assert_eq!(kind(&["--no-check", "signed-overflow"]), (Some(3), String::new()));
}

#[test]
fn limits_are_not_known() {
    let here = scratch("limits");
    write(&here, "loop.c", "int main(void) { volatile int x = 0; for (;;) x ^= 1; }\n");
    write(
        &here,
        "deep.c",
        "static int f(int x) { volatile int y = x; return f(y + 1) + y; }\nint main(void) { return f(-1000000000); }\n",
    );
    fails(&here, &["run", "--max-steps", "100000", "loop.c"], 2, "100000");
    fails(&here, &["run", "--max-depth", "1000", "deep.c"], 2, "1000");
}

#[test]
fn every_stage_can_be_printed() {
    let here = scratch("stages");
    write(
        &here,
        "a.c",
        "static int g(int x) { return x + 1; }\nint main(void) { int y = g(1); return y; }\n",
    );
    let llvm = fathom(&here, &["ir", "--stage", "llvm", "a.c"]);
    assert!(llvm.stdout.contains("define") && llvm.stdout.contains("!DILocation"));
    let ir = fathom(&here, &["ir", "--stage", "ir", "a.c"]);
    let promoted = fathom(&here, &["ir", "a.c"]);
    assert_eq!((llvm.code, ir.code, promoted.code), (Some(0), Some(0), Some(0)));
    assert!(ir.stdout.contains("alloca") && !promoted.stdout.contains("alloca"), "{}", promoted.stdout);
    let only = fathom(&here, &["ir", "--function", "g", "a.c"]);
    assert!(only.stdout.len() < promoted.stdout.len() && !only.stdout.contains("main"), "{}", only.stdout);
    let count = fathom(&here, &["ir", "--count", "a.c"]);
    assert!(
        count.stdout.lines().any(|line| line.starts_with("functions") && line.ends_with(" 2")),
        "{}",
        count.stdout
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    let here = scratch("pipe");
    let body: String = (0..2000).map(|n| format!("int f{n}(int x) {{ return x * {n}; }}\n")).collect();
    write(&here, "many.c", &body);
    let mut job = Job::new("sh");
    job.command.args(["-c", "\"$0\" ir --stage llvm many.c | head -n 1"]).arg(env!("CARGO_BIN_EXE_fathom"));
    job.command.current_dir(&here);
    let result = job.run();
    assert_eq!((result.code, result.stderr.as_str()), (Some(0), ""));
}

/// A loop that inputs can keep going for ever, with a question for the solver in every round.
const ENDLESS: &str = "extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    unsigned x = 0, y = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        x += 2;
        y = y * y + x;
        __VERIFIER_assert(y * y % 8 != 2);
    }
    return 0;
}
";

/// Says what was established, and is neither a proof nor a failure.
fn tells_what_is_known(result: &Finished, why: &str) {
    let first = result.stdout.lines().next().unwrap_or_default();
    assert_eq!(result.code, Some(2), "{result:?}");
    assert!(first.starts_with("safe up to ") || first.starts_with("unknown: "), "{result:?}");
    assert!(result.stdout.contains(why), "{result:?}");
}

#[test]
fn a_check_out_of_memory_or_time_tells_what_is_known() {
    let directory = scratch("limits_of_check");
    write(&directory, "endless.c", ENDLESS);
    let result = fathom(&directory, &["check", "endless.c", "--memory-limit", "100M", "--timeout", "10m"]);
    tells_what_is_known(&result, "the memory is used up (--memory-limit)");
    let result = fathom(&directory, &["check", "endless.c", "--timeout", "1s"]);
    tells_what_is_known(&result, "the time is up (--timeout)");
}

#[test]
fn an_interrupted_check_tells_what_is_known() {
    let directory = scratch("interrupted_check");
    write(&directory, "endless.c", ENDLESS);
    let questions = directory.join("questions");
    let mut job = Job::fathom("check");
    job.command
        .current_dir(&directory)
        .args(["endless.c", "--timeout", "10m", "--emit-smt2"])
        .arg(&questions);
    let child = job.command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    // The first question is written when the search is under way.
    let start = std::time::Instant::now();
    while !questions.join("0001.smt2").exists() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut interrupt = Job::new("kill");
    interrupt.command.args(["-INT", &child.id().to_string()]);
    assert_eq!(interrupt.run().code, Some(0));
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let result = Finished { code: output.status.code(), stdout, stderr: String::new(), timed_out: false };
    tells_what_is_known(&result, "interrupted");
}

#[test]
fn an_interrupt_while_a_compiler_is_at_work_ends_both() {
    let directory = scratch("interrupted_compiler");
    write(&directory, "a.c", "int main(void) { return 0; }\n");
    let compiler = directory.join("clang");
    let real = fathom_frontend::Clang::find().expect("a clang").path;
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--version*) exec {} --version;; esac\necho $$ > started\nexec sleep 60\n",
        real.display()
    );
    fs::write(&compiler, script).unwrap();
    fs::set_permissions(&compiler, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    for (command, code, said) in
        [("check", 2, "unknown: interrupted; nothing was decided before"), ("run", 130, "error: interrupted")]
    {
        let _ = fs::remove_file(directory.join("started"));
        let mut job = Job::fathom(command);
        job.command
            .current_dir(&directory)
            .arg("a.c")
            .env("FATHOM_CLANG", &compiler)
            .env("TMPDIR", &directory);
        let piped = std::process::Stdio::piped;
        let child = job.command.stdout(piped()).stderr(piped()).spawn().unwrap();
        let start = std::time::Instant::now();
        let compiling = loop {
            let id = fs::read_to_string(directory.join("started")).unwrap_or_default();
            if id.ends_with('\n') || start.elapsed().as_secs() > 60 {
                break id.trim().to_string();
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        };
        let mut interrupt = Job::new("kill");
        interrupt.command.args(["-INT", &child.id().to_string()]);
        assert_eq!(interrupt.run().code, Some(0));
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(said), "{text}");
        // It is gone, or a zombie that nobody has waited for yet.
        let state = fs::read_to_string(format!("/proc/{compiling}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "the compiler goes on: {state}");
        let left = fs::read_dir(&directory).unwrap().flatten();
        let left: Vec<_> =
            left.filter(|at| at.file_name().to_string_lossy().starts_with("fathom-")).collect();
        assert!(left.is_empty(), "temporary files stay: {left:?}");
    }
}

#[test]
fn the_limit_of_steps_holds_where_nothing_branches() {
    let here = scratch("steps");
    let calls: String = (1..30)
        .map(|n| format!("int f{n}(int x) {{ return f{}(x) + f{}(x ^ 1); }}\n", n - 1, n - 1))
        .collect();
    let text =
        format!("int f0(int x) {{ return x & 1; }}\n{calls}int main(void) {{ return f29(1) == 0; }}\n");
    write(&here, "calls.c", &text);
    fails(&here, &["run", "--max-steps", "100000", "calls.c"], 2, "the limit of 100000 steps");
}

#[test]
fn executions_that_end_in_what_is_not_checked_are_not_excluded_by_assumptions() {
    let here = scratch("not-checked");
    write(&here, "a.c", "int main(void) { char c = 1; return *((&c) + 5); }\n");
    let found =
        fathom(&here, &["check", "--no-check", "out-of-bounds-read,pointer-arithmetic,array-index", "a.c"]);
    assert!(found.stdout.starts_with("unknown: executions end before"), "{}", found.stdout);
    assert!(!found.stdout.contains("exclude every execution"), "{}", found.stdout);
    write(
        &here,
        "b.c",
        "extern void __VERIFIER_assume(int);\nint main(void) { __VERIFIER_assume(0); return 0; }\n",
    );
    assert!(fathom(&here, &["check", "b.c"]).stdout.contains("exclude every execution"));
}
