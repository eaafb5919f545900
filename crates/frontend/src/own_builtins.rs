//! Programs with functions of their own whose names clang keeps for itself, such as a `__builtin_expect` with a body.
//!
//! Gcc takes them, clang does not. So clang gets to see other names, of the same length, and whoever reads what it
//! made gets to see the old ones: the length of a string that holds the name, `__func__` for one, stays right. Only
//! what clang computes from such a string by itself, `strcmp(__func__, …)` for one, goes by the other name.
//!
//! The name is reserved, so by the standard the program has no meaning. It is read as it is written: the body counts.
//! (Code of gcc calls the body where the type is another than the builtin's, and does what the builtin does where not.)

use std::collections::BTreeSet;

/// Functions that clang knows and a program declares differently, or defines.
#[derive(Default, Debug)]
pub struct OwnBuiltins(BTreeSet<String>);

impl OwnBuiltins {
    /// Learns of the functions that clang refused in favour of its own; whether there is a new one.
    pub fn learn(&mut self, diagnostics: &str) -> bool {
        let before = self.0.len();
        self.0.extend(diagnostics.lines().filter_map(refused).map(str::to_string));
        self.0.len() > before
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The macros, for `-D`, that hide the names from clang.
    pub fn macros(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|name| format!("{name}={}", disguise(name)))
    }

    /// A text that clang wrote, with the names that the program uses.
    pub fn restore(&self, text: String) -> String {
        self.0.iter().fold(text, |text, name| text.replace(&disguise(name), name))
    }
}

/// `__name` as `_Fname`.
fn disguise(name: &str) -> String {
    name.replacen("__", "_F", 1)
}

/// The function that a line of clang's messages is about, if clang has it built in.
fn refused(line: &str) -> Option<&str> {
    let name = match line.split_once("builtin function '") {
        Some((_, rest)) => rest.split_once('\'')?.0,
        None => line.split_once("' is a builtin with type")?.0.rsplit_once('\'')?.1,
    };
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_word && name.starts_with("__")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clang_refuses_is_learned_once() {
        let mut own = OwnBuiltins::default();
        assert!(!own.learn("a.c:1:6: error: conflicting types for 'f'\na.c:1:6: note: previous declaration"));
        assert!(own.is_empty());
        assert!(own.learn("a.c:1:6: error: definition of builtin function '__builtin_expect'\n"));
        assert!(!own.learn("a.c:1:6: error: definition of builtin function '__builtin_expect'\n"));
        assert!(own.learn(
            "a.c:2:15: error: conflicting types for '__builtin_trap'\n\
             a.c:2:15: note: '__builtin_trap' is a builtin with type 'void (void)'\n\
             a.c:3:6: error: cannot redeclare builtin function '__builtin_va_end'\n"
        ));
        let macros: Vec<String> = own.macros().collect();
        let expected = ["__builtin_expect=_Fbuiltin_expect", "__builtin_trap=_Fbuiltin_trap"];
        assert_eq!(macros[..2], expected);
        assert_eq!(macros.len(), 3);
    }

    #[test]
    fn only_names_that_can_be_hidden() {
        assert_eq!(refused("error: definition of builtin function 'alloca'"), None);
        assert_eq!(refused("error: definition of builtin function '__x y'"), None);
        assert_eq!(refused("error: definition of builtin function '__x"), None);
        assert_eq!(refused("note: \u{1b}[0m'__x' is a builtin with type 'int (int)'"), Some("__x"));
    }

    #[test]
    fn texts_keep_their_length() {
        let mut own = OwnBuiltins::default();
        own.learn("error: definition of builtin function '__builtin_expect'");
        let text = "@s = constant [17 x i8] c\"_Fbuiltin_expect\\00\"";
        let restored = own.restore(text.to_string());
        assert_eq!(restored, "@s = constant [17 x i8] c\"__builtin_expect\\00\"");
    }
}
