//! String literals, each an object of its own.
//!
//! Equal string literals may be one object or several (C11 6.4.5p7). Clang makes one of those in a file, so that a
//! comparison of two would always say that they are one. Asked for strings that can be written, it makes one of each
//! literal, and calls none of them constant; here they become constant again, and what may be merged is left to whoever
//! compares their addresses. The name of a function is no literal but one array (C11 6.4.2.2p1), wherever it is used.

use std::collections::HashMap;

/// The option of clang that keeps equal literals apart.
pub const APART: &str = "-fwritable-strings";

/// How clang defines a string under that option, and nothing else.
const WRITABLE: &str = " = private unnamed_addr global ";
const CONSTANT: &str = " = private unnamed_addr constant ";

/// What variables begin with that hold names of functions. Clang numbers those that it makes after the first.
const FUNCTION_NAMES: [&str; 3] = ["@__func__.", "@__FUNCTION__.", "@__PRETTY_FUNCTION__."];

/// The IR of clang with strings that cannot be written, and one variable for the name of each function.
pub fn restore(text: String) -> String {
    if !text.contains(WRITABLE) {
        return text;
    }
    let again = names_again(&text);
    let mut restored = String::with_capacity(text.len() + text.len() / 64);
    for line in text.split_inclusive('\n') {
        if line.starts_with('@')
            && let Some((name, rest)) = line.split_once(WRITABLE)
        {
            if !again.contains_key(name) {
                restored.extend([name, CONSTANT, rest]);
            }
        } else {
            replace_names(line, &again, &mut restored);
        }
    }
    restored
}

/// The variables that hold the name of a function which another one holds already, and that one.
fn names_again(text: &str) -> HashMap<&str, &str> {
    let mut first: HashMap<&str, &str> = HashMap::new();
    let mut again = HashMap::new();
    for line in text.lines().filter(|line| FUNCTION_NAMES.iter().any(|start| line.starts_with(start))) {
        let Some((name, rest)) = line.split_once(WRITABLE) else { continue };
        // Debug information differs.
        let content = rest.split_once("\", align").map_or(rest, |(content, _)| content);
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('.').unwrap_or(name);
        match first.get(base) {
            Some(&known) if known == content => {
                again.insert(name, base);
            }
            _ => {
                first.insert(name, content);
            }
        }
    }
    again
}

fn replace_names(line: &str, again: &HashMap<&str, &str>, restored: &mut String) {
    let mut rest = line;
    while !again.is_empty()
        && let Some(at) = rest.find("@__")
    {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        let end = rest[at + 1..].find(|c| !is_word(c)).map_or(rest.len(), |length| at + 1 + length);
        let name = &rest[at..end];
        restored.push_str(&rest[..at]);
        restored.push_str(again.get(name).unwrap_or(&name));
        rest = &rest[end..];
    }
    restored.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_constant_and_names_of_functions_are_one() {
        let made = "@.str = private unnamed_addr global [2 x i8] c\"a\\00\", align 1, !dbg !0\n\
                    @.str.1 = private unnamed_addr global [2 x i8] c\"a\\00\", align 1, !dbg !1\n\
                    @__func__.f = private unnamed_addr global [2 x i8] c\"f\\00\", align 1, !dbg !2\n\
                    @__func__.f.2 = private unnamed_addr global [2 x i8] c\"f\\00\", align 1, !dbg !3\n\
                    @v = global i32 0\n\
                    \x20 call void @g(ptr @__func__.f.2, ptr @__func__.f, ptr @.str.1, ptr @__func__.f.23)\n";
        let restored = "@.str = private unnamed_addr constant [2 x i8] c\"a\\00\", align 1, !dbg !0\n\
                        @.str.1 = private unnamed_addr constant [2 x i8] c\"a\\00\", align 1, !dbg !1\n\
                        @__func__.f = private unnamed_addr constant [2 x i8] c\"f\\00\", align 1, !dbg !2\n\
                        @v = global i32 0\n\
                        \x20 call void @g(ptr @__func__.f, ptr @__func__.f, ptr @.str.1, ptr @__func__.f.23)\n";
        assert_eq!(restore(made.to_string()), restored);
    }

    #[test]
    fn names_with_numbers_of_their_own_are_told_apart() {
        let made = "@__func__.f = private unnamed_addr global [2 x i8] c\"f\\00\", align 1\n\
                    @__func__.f.1 = private unnamed_addr global [2 x i8] c\"g\\00\", align 1\n";
        assert_eq!(restore(made.to_string()).matches(CONSTANT).count(), 2);
    }
}
