//! What traces say: decisions as the source has them, and inputs by their names.

mod common;

use std::fs;

use common::{Job, scratch};

/// The answer of a check of a program, as text.
fn check(name: &str, text: &str) -> String {
    let here = scratch(name);
    fs::write(here.join("a.c"), text).unwrap();
    let mut job = Job::fathom("check");
    job.command.args(["--no-check", "all", "--check", "assertion", "--full-trace", "a.c"]).current_dir(&here);
    let result = job.run();
    assert_eq!(result.code, Some(1), "{result:?}");
    result.stdout
}

/// What the trace says at the line of a mark.
fn said(answer: &str, mark: &str) -> String {
    let path = answer.split("path:").nth(1).unwrap_or_default();
    let line =
        path.lines().find(|line| line.contains(mark)).unwrap_or_else(|| panic!("no {mark} in {answer}"));
    line.split(mark).nth(1).unwrap_or_default().trim().to_string()
}

const DECISIONS: &str = "#include <assert.h>
#define NOT(x) (!(x))
int printf(const char *, ...);
static int many(int n) { return n > 4; }
int f(int *t, int n) {
  int k = 0;
  if (!t) return 1;  // A
  if (!n) return 2;  // B
  if (!(n > 3)) return 3;  // C
  if (t && !(n == 9)) return 4;  // D
  if (n != 9 || !t) k = 1; else k = 2;  // E
  if (!!t) k++;  // F
  if (!many(n)) return 5;  // G
  if (many(n)) k++;  // H
  if (!(t && n)) return 6;  // I
  if (NOT(t)) return 7;  // J
  k += !t ? printf(\"\") : 1;  // K
  while (!(n < 9)) n--;  // L
  if (n == 8) k++;  // M
  assert(!k);  // N
  return 0;
}
int main(void) { int x = 9; return f(&x, 9); }
";

#[test]
fn decisions_are_those_of_the_source() {
    let answer = check("decisions", DECISIONS);
    let expected = [
        ("A", "no"),
        ("B", "no"),
        ("C", "no"),
        ("D", "yes, no"),
        ("E", "no, no"),
        ("F", "yes"),
        ("G", "no"),
        ("H", "yes"),
        ("I", "yes, no"),
        ("K", "no"),
        ("M", "yes"),
        ("N", "no; <-- assertion"),
    ];
    for (mark, decided) in expected {
        let said = said(&answer, &format!("// {mark} "));
        assert!(said.ends_with(decided), "{mark}: {said}\n{answer}");
    }
    // Nobody sees into a macro.
    let said = said(&answer, "// J");
    assert!(!said.contains("yes") && !said.contains("no"), "{said}");
}

#[test]
fn the_command_line_is_text() {
    let answer = check(
        "command_line",
        "#include <assert.h>\n#include <string.h>\nint main(int argc, char **argv) {\n  \
         assert(argc != 2 || strcmp(argv[1], \"a \\\"quoted\\\" word\"));\n  return 0;\n}\n",
    );
    assert!(answer.contains(r#"input  argv[1] = "a \"quoted\" word""#), "{answer}");
}

#[test]
fn standard_input_is_text() {
    let answer = check(
        "standard_input",
        "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  int c = getchar(), d = getchar();\n  \
         assert(c != 'y' || d != 'z');\n  return 0;\n}\n",
    );
    assert!(answer.contains("input  stdin: \"yz\""), "{answer}");
    assert!(!answer.contains("a value for getchar()"), "{answer}");
}

#[test]
fn inputs_of_the_library_are_named_after_who_asks_for_them() {
    let answer = check(
        "library_inputs",
        "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n  int c = rand();\n  assert(c != 121);\n  \
         return 0;\n}\n",
    );
    assert!(answer.contains("a value for rand() = 121 (0x79)"), "{answer}");
    assert!(answer.contains("a.c:4") && !answer.contains("<fathom>"), "{answer}");
}
