//! A test that shows a failure natively: a C file that supplies the inputs, to be built with the program.
//!
//! Each function that returns any value is defined with the values that the execution got from it, in order.
//! Functions of verifiers that programs call are defined weakly: the program's own definitions win.

use std::collections::BTreeMap;
use std::fmt::Write;

use fathom_evidence::{Contents, Evidence, Input, Source};

use crate::words;

/// The text of the C file, or why there can be none. The linker may look for `others` as well, which return any value
/// but were not called.
pub fn source(evidence: &Evidence, title: &[String], others: &[&str]) -> Result<String, String> {
    let mut functions: BTreeMap<&str, Vec<&Input>> = BTreeMap::new();
    for input in &evidence.inputs {
        match input.from {
            Source::Call if is_identifier(&input.name) => {
                functions.entry(&input.name).or_default().push(input)
            }
            Source::Call => return Err(format!("{} cannot be written in C", input.name)),
            Source::Variable if input.arbitrary => {}
            Source::Variable => return Err(format!("{} is a variable that was never set", input.name)),
            // What the standard input is made of comes from there.
            Source::Library if input.arbitrary || input.stdin => {}
            Source::Library => return Err(format!("it depends on {}", input.name)),
            Source::Other if input.arbitrary => {}
            Source::Other => return Err(format!("{} cannot be supplied", input.name)),
        }
    }
    let mut text = String::from("/*\n");
    for line in title {
        let _ = writeln!(text, " * {}", comment(line));
    }
    text.push_str(" */\n\n");
    text.push_str(HEAD);
    for name in others {
        if is_identifier(name) && !functions.contains_key(name) && !FILLERS.contains(name) {
            let _ = writeln!(text, "WEAK long long {name}(void) {{ return 0; }}");
        }
    }
    for (name, inputs) in functions {
        text.push('\n');
        text.push_str(&function(name, &inputs)?);
    }
    let mut fillers: BTreeMap<&str, Vec<&Contents>> = BTreeMap::new();
    for contents in &evidence.contents {
        fillers.entry(&contents.function).or_default().push(contents);
    }
    // Programs may fail before any contents come.
    for name in FILLERS {
        fillers.entry(name).or_default();
    }
    for (name, contents) in fillers {
        text.push('\n');
        text.push_str(&filler(name, &contents)?);
    }
    Ok(text)
}

/// What every test begins with.
const HEAD: &str = "\
#include <stdio.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
void __sanitizer_print_stack_trace(void);
#define PRINT_STACK() __sanitizer_print_stack_trace()
#endif
#endif
#ifndef PRINT_STACK
#define PRINT_STACK() ((void)0)
#endif

static void fail(const char *what) {
    fprintf(stderr, \"%s\\n\", what);
    PRINT_STACK();
    abort();
}

/* An execution that breaks an assumption is none. */
static void leave(void) {
    fprintf(stderr, \"an assumption does not hold\\n\");
    exit(0);
}

#define WEAK __attribute__((weak))
WEAK void reach_error(void) { fail(\"reach_error is called\"); }
WEAK void __VERIFIER_error(void) { fail(\"__VERIFIER_error is called\"); }
WEAK void __SEAHORN_error(int code) { (void)code; fail(\"__SEAHORN_error is called\"); }
WEAK void __VERIFIER_assert(int holds) { if (!holds) fail(\"__VERIFIER_assert does not hold\"); }
WEAK void __CPROVER_assert(int holds, const char *what) { if (!holds) fail(what); }
WEAK void __ESBMC_assert(int holds, const char *what) { if (!holds) fail(what); }
WEAK void sassert(int holds) { if (!holds) fail(\"sassert does not hold\"); }
WEAK void __VERIFIER_assume(int holds) { if (!holds) leave(); }
WEAK void __CPROVER_assume(int holds) { if (!holds) leave(); }
WEAK void __ESBMC_assume(int holds) { if (!holds) leave(); }
WEAK void assume(int holds) { if (!holds) leave(); }
WEAK void assume_abort_if_not(int holds) { if (!holds) leave(); }
WEAK void __llbmc_assume(int holds) { if (!holds) leave(); }
WEAK void __llbmc_assert(int holds) { if (!holds) fail(\"__llbmc_assert does not hold\"); }
WEAK void klee_assume(unsigned long holds) { if (!holds) leave(); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
";

/// A function that returns its values one after the other.
fn function(name: &str, inputs: &[&Input]) -> Result<String, String> {
    let Some(first) = inputs.first() else { return Ok(String::new()) };
    if inputs.iter().any(|input| input.ty != first.ty) {
        return Err(format!("{name} returns more than one value at a time"));
    }
    let ty = match first.ty.as_str() {
        "_Bool" | "char" | "signed char" | "unsigned char" | "short" | "unsigned short" | "int"
        | "unsigned int" | "long" | "unsigned long" | "long long" | "unsigned long long" | "float"
        | "__int128" | "unsigned __int128" | "double" | "void *" => first.ty.as_str(),
        other => return Err(format!("{name} returns {other}, which C has no type for")),
    };
    let mut text = format!("{ty}{}{name}(void) {{\n", if ty.ends_with('*') { "" } else { " " });
    let bits = match ty {
        "float" => "unsigned int",
        "__int128" | "unsigned __int128" => "unsigned __int128",
        _ => "unsigned long long",
    };
    let _ = writeln!(text, "    static const {bits} values[] = {{");
    for input in inputs {
        let number = number(&input.bits).ok_or_else(|| format!("{name} returns more than 128 bits"))?;
        let value = if input.arbitrary { "any value" } else { &input.value };
        let line = input.position.as_ref().map_or(String::new(), |at| format!(", line {}", at.line));
        let _ = writeln!(text, "        {number}, /* {}{line} */", comment(value));
    }
    text.push_str("    };\n    static unsigned long next;\n");
    let _ = writeln!(text, "    {bits} value = next < sizeof values / sizeof *values ? values[next++] : 0;");
    match ty {
        "float" | "double" => {
            let _ = writeln!(
                text,
                "    union {{ {bits} bits; {ty} value; }} as = {{value}};\n    return as.value;"
            );
        }
        "void *" => text.push_str("    return (void *)(unsigned long)value;\n"),
        _ => {
            let _ = writeln!(text, "    return ({ty})value;");
        }
    }
    text.push_str("}\n");
    Ok(text)
}

/// A number that is given by its hexadecimal digits, up to 128 bits. C has no constants of more than 64.
fn number(digits: &str) -> Option<String> {
    let number = u128::from_str_radix(digits, 16).ok()?;
    let (high, low) = (number >> 64, number & u128::from(u64::MAX));
    Some(match high {
        0 => format!("0x{low:x}"),
        _ => format!("(unsigned __int128)0x{high:x} << 64 | 0x{low:x}"),
    })
}

/// A text that can stand in a comment: on one line, and it does not end the comment.
fn comment(text: &str) -> String {
    words::one_line(text).replace("*/", "* /")
}

/// Functions that make memory arbitrary, and that tests can define.
const FILLERS: [&str; 3] = ["memhavoc", "__VERIFIER_nondet_memory", "klee_make_symbolic"];

/// A function that fills memory with one contents after the other.
fn filler(name: &str, all: &[&Contents]) -> Result<String, String> {
    if !FILLERS.contains(&name) {
        return Err(format!("only verifiers know what {name} does"));
    }
    let parameters = match name {
        "klee_make_symbolic" => "void *target, __SIZE_TYPE__ size, const char *name",
        _ => "void *target, __SIZE_TYPE__ size",
    };
    let total: usize = all.iter().map(|contents| contents.bytes.len()).sum();
    if total > MOST_CONTENTS {
        return Err(format!("{name} fills {total} bytes of memory"));
    }
    let mut text =
        format!("WEAK void {name}({parameters}) {{\n    static const unsigned char bytes[] = {{\n");
    for contents in all {
        let line = contents.position.as_ref().map_or(String::new(), |at| format!(", line {}", at.line));
        let _ = writeln!(text, "        /* {}{line} */", comment(&contents.object));
        for row in contents.bytes.chunks(16) {
            let row: Vec<String> = row.iter().map(|byte| format!("0x{byte:02x},")).collect();
            let _ = writeln!(text, "        {}", row.join(" "));
        }
    }
    text.push_str("        0,\n    };\n    static __SIZE_TYPE__ next;\n");
    text.push_str("    for (__SIZE_TYPE__ i = 0; i < size; i++)\n");
    text.push_str("        ((unsigned char *)target)[i] = next < sizeof bytes - 1 ? bytes[next++] : 0;\n");
    if parameters.ends_with("name") {
        text.push_str("    (void)name;\n");
    }
    text.push_str("}\n");
    Ok(text)
}

/// Tests with more contents than this would be larger than anybody wants.
const MOST_CONTENTS: usize = 1 << 20;

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    let begins = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    begins && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_128_bits_are_made_of_two() {
        assert_eq!(number("000").as_deref(), Some("0x0"));
        assert_eq!(number("ffffffffffffffff").as_deref(), Some("0xffffffffffffffff"));
        assert_eq!(number("10000000000000005").as_deref(), Some("(unsigned __int128)0x1 << 64 | 0x5"));
        assert_eq!(number(&"f".repeat(33)), None);
    }

    #[test]
    fn comments_end_where_they_should() {
        assert_eq!(comment("a*/ int x; /* b.c"), "a* / int x; /* b.c");
        assert_eq!(comment("a\nb\\\r\n.c"), "a b\\  .c");
        assert_eq!(comment("*??/\n/"), "*??/ /");
    }
}
