//! Programs with functions of their own whose names clang keeps for itself, such as a `__builtin_expect` with a body.
//!
//! Gcc takes them, clang does not. So clang gets to see other names, of the same length, and whoever reads what it
//! made gets to see the old ones: the length of a string that holds the name, `__func__` for one, stays right. Only
//! what clang computes from such a string by itself, `strcmp(__func__, …)` for one, goes by the other name.
//!
//! The name is reserved, so by the standard the program has no meaning. It is read as it is written: the body counts.
//! (Code of gcc calls the body where the type is another than the builtin's, and does what the builtin does where not.)
//!
//! `__builtin_constant_p` does not evaluate its operand. Clang lets an optimiser find out what is constant, and evaluates
//! it for that, unless it has effects. So it gets one that has, in a branch that is not taken: what clang finds to be
//! constant by itself stays so.

use std::collections::BTreeSet;

/// What hides that an operand has no effects; types are those of the operand as a value.
const EFFECTS: &str = "__builtin_constant_p(...)=__builtin_constant_p(1 ? (__VA_ARGS__) : \
                       *(__typeof__(0 ? (__VA_ARGS__) : (__VA_ARGS__)) *)(__builtin_trap(), (void *)0))";

/// What clang says of an error in it.
const IN_THE_WAY: &str = "expanded from macro '__builtin_constant_p'";

/// Functions that clang knows and a program declares differently, or defines.
#[derive(Default, Debug)]
pub struct OwnBuiltins {
    hidden: BTreeSet<String>,
    /// The program uses the name of `__builtin_constant_p` for something else.
    without_effects: bool,
}

impl OwnBuiltins {
    /// For a file that was preprocessed, where macros are to be expanded only if it uses them.
    pub fn of_preprocessed(text: &str) -> Self {
        Self { without_effects: !text.contains("__builtin_constant_p"), ..Self::default() }
    }

    /// Learns of the functions that clang refused in favour of its own; whether there is a new one.
    pub fn learn(&mut self, diagnostics: &str) -> bool {
        let before = (self.hidden.len(), self.without_effects);
        self.hidden.extend(diagnostics.lines().filter_map(refused).map(str::to_string));
        self.without_effects |= diagnostics.contains(IN_THE_WAY);
        (self.hidden.len(), self.without_effects) != before
    }

    /// Whether there are no macros.
    pub fn is_empty(&self) -> bool {
        self.hidden.is_empty() && self.without_effects
    }

    /// The macros, for `-D`, that hide the names from clang.
    pub fn macros(&self) -> impl Iterator<Item = String> {
        let effects = (!self.without_effects).then(|| EFFECTS.to_string());
        self.hidden.iter().map(|name| format!("{name}={}", disguise(name))).chain(effects)
    }

    /// A text that clang wrote, with the names that the program uses.
    pub fn restore(&self, text: String) -> String {
        self.hidden.iter().fold(text, |text, name| text.replace(&disguise(name), name))
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
        let mut own = OwnBuiltins::of_preprocessed("int f;");
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
    fn a_name_that_is_in_the_way_is_left_alone() {
        let mut own = OwnBuiltins::default();
        assert_eq!(own.macros().count(), 1);
        assert!(own.learn("<command line>:1:1: note: expanded from macro '__builtin_constant_p'\n"));
        assert_eq!(own.macros().count(), 0);
        assert!(own.is_empty());
        assert!(!own.learn("<command line>:1:1: note: expanded from macro '__builtin_constant_p'\n"));
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
