//! Whether a program may have operations on constants that only clang's syntax tree shows (see [`crate::constants`]).
//!
//! The tree takes time, above all with the headers of C++. So the tokens of the program's own files are looked at first:
//! for floating-point numbers where the compiler computes by itself, and for divisions and negations that are not in the
//! IR at their position and whose operand is more than a literal.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::tokens::{Kind, Token, tokens};
use crate::{Options, SourceCheck};

/// Whether a file may define a function in the old style, `int f(x) int x; {…}`, of which not every clang warns: a word
/// follows the parameters, outside of everything.
pub fn may_define_in_the_old_style(text: &str) -> bool {
    let tokens = tokens(text);
    let (mut braces, mut parentheses) = (0usize, 0usize);
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| !token.of_macro) {
        match token.text {
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            "(" => parentheses += 1,
            ")" => {
                parentheses = parentheses.saturating_sub(1);
                let next = tokens.get(at + 1).filter(|next| next.kind == Kind::Word && !next.of_macro);
                let is_declaration =
                    |next: &Token<'_>| !next.text.contains("attribute") && !next.text.contains("asm");
                if braces == 0 && parentheses == 0 && next.is_some_and(is_declaration) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether the syntax tree is worth its time: the text of the main file, the IR, and whether clang warns where a
/// negation overflows.
pub fn may_be(
    path: &Path,
    text: &str,
    ir: &str,
    checks: &[SourceCheck],
    options: &Options,
    warns: bool,
) -> bool {
    if checks
        .iter()
        .any(|check| matches!(check, SourceCheck::UnsignedOverflow | SourceCheck::LossyConversion))
    {
        return true;
    }
    let floats = checks.contains(&SourceCheck::FloatCastOverflow);
    let overflow = checks.contains(&SourceCheck::SignedOverflow);
    let shifts = checks.contains(&SourceCheck::ShiftAmount) || checks.contains(&SourceCheck::ShiftOverflow);
    if !floats && !overflow && !shifts {
        return false;
    }
    let defined = options.cflags.iter().filter_map(|flag| flag.strip_prefix("-D"));
    let defined = options.defines.iter().map(String::as_str).chain(defined).map(str::to_string);
    let mut texts: Vec<String> = defined.collect();
    texts.push(text.to_string());
    texts.extend(headers(path, text, options));
    let tokens: Vec<Vec<Token<'_>>> = texts.iter().map(|text| tokens(text)).collect();
    let search = Search {
        floats,
        overflow,
        negation: !warns,
        emitted: locations(ir),
        choices: macros_that_choose(&tokens),
        constexpr: tokens.iter().flatten().any(|token| matches!(token.text, "constexpr" | "consteval")),
    };
    tokens.iter().any(|tokens| search.finds(tokens))
}

/// The texts of the headers that a file includes, directly or not, but for those of the system.
fn headers(path: &Path, text: &str, options: &Options) -> Vec<String> {
    let directories: Vec<PathBuf> = options
        .cflags
        .iter()
        .filter_map(|flag| flag.strip_prefix("-I").map(PathBuf::from))
        .chain(options.include_dirs.iter().cloned())
        .collect();
    let mut texts = vec![];
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<PathBuf> = options.includes.clone();
    waiting.extend(included(path, text, &directories));
    while let Some(header) = waiting.pop() {
        if !seen.insert(header.clone()) {
            continue;
        }
        let Ok(bytes) = fs::read(&header) else { continue };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        waiting.extend(included(&header, &text, &directories));
        texts.push(text);
    }
    texts
}

/// The macros with a `?`, in themselves or in other macros.
fn macros_that_choose<'a>(files: &[Vec<Token<'a>>]) -> HashSet<&'a str> {
    let mut bodies: Vec<(&str, Vec<&str>)> = vec![];
    for file in files {
        let mut is_name = false;
        for token in file.iter().filter(|token| token.of_macro) {
            match token.text {
                name if is_name => {
                    bodies.push((name, vec![]));
                    is_name = false;
                }
                "define" => is_name = true,
                other => bodies.iter_mut().last().into_iter().for_each(|(_, body)| body.push(other)),
            }
        }
    }
    let mut found = HashSet::new();
    loop {
        let before = found.len();
        let chooses = |body: &[&str]| body.iter().any(|word| *word == "?" || found.contains(word));
        let more: Vec<&str> =
            bodies.iter().filter(|(_, body)| chooses(body)).map(|(name, _)| *name).collect();
        found.extend(more);
        if found.len() == before {
            return found;
        }
    }
}

/// The files that a file includes, but for those of the system.
fn included(path: &Path, text: &str, directories: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = vec![];
    for line in text.lines() {
        let Some(directive) = line.trim_start().strip_prefix('#') else { continue };
        let Some(rest) = directive.trim_start().strip_prefix("include") else { continue };
        let rest = rest.trim_start();
        let (own, end) = match rest.chars().next() {
            Some('"') => (path.parent(), '"'),
            Some('<') => (None, '>'),
            _ => continue,
        };
        let Some(name) = rest[1..].split(end).next() else { continue };
        let places = own.into_iter().chain(directories.iter().map(PathBuf::as_path));
        found.extend(places.map(|place| place.join(name)).find(|file| file.is_file()));
    }
    found
}

/// Line and column of everything in the IR.
pub fn locations(ir: &str) -> HashSet<(u64, u64)> {
    ir.lines()
        .filter_map(|line| line.split_once(" !DILocation(line: "))
        .filter_map(|(_, rest)| {
            let (line, rest) = rest.split_once(", column: ")?;
            Some((line.parse().ok()?, rest.split(',').next()?.parse().ok()?))
        })
        .collect()
}

struct Search<'a> {
    floats: bool,
    overflow: bool,
    negation: bool,
    /// Where there are instructions.
    emitted: HashSet<(u64, u64)>,
    /// Macros with a `?`.
    choices: HashSet<&'a str>,
    /// The compiler may execute functions.
    constexpr: bool,
}

impl Search<'_> {
    fn finds(&self, tokens: &[Token<'_>]) -> bool {
        let negation = self.negation && tokens.iter().any(is_large);
        if self.floats && computes_with_floats(tokens) {
            return true;
        }
        tokens.iter().enumerate().any(|(at, token)| {
            let before = at.checked_sub(1).map(|at| &tokens[at]);
            let after = tokens.get(at + 1);
            let emitted = self.emitted.contains(&(token.line, token.column));
            match token.kind {
                _ if emitted => false,
                Kind::Number => false,
                // Clang looks into no `?:`.
                Kind::Word => !token.of_macro && self.choices.contains(token.text),
                Kind::Sign if token.text == "?" => !token.of_macro && !self.is_decided_by_code(&tokens[..at]),
                Kind::Sign if self.constexpr && is_arithmetic(before, token, after) => true,
                Kind::Sign if !self.overflow => false,
                Kind::Sign => match token.text {
                    "/" | "%" => {
                        after.is_some_and(|after| after.kind != Kind::Number && after.text != "sizeof")
                    }
                    "-" => {
                        let unary = before.is_none_or(|before| match before.kind {
                            Kind::Sign => !matches!(before.text, ")" | "]"),
                            Kind::Word => before.text == "return",
                            Kind::Number => false,
                        });
                        negation && unary && after.is_some_and(|after| after.kind != Kind::Number)
                    }
                    _ => false,
                },
            }
        })
    }

    /// Whether there are instructions for the condition that ends here.
    fn is_decided_by_code(&self, before: &[Token<'_>]) -> bool {
        let of_statement =
            before.iter().rev().take_while(|token| !matches!(token.text, ";" | "{" | "}")).take(64);
        of_statement.into_iter().any(|token| self.emitted.contains(&(token.line, token.column)))
    }
}

/// Whether a floating-point number is where the compiler evaluates it: outside of functions, in braces, in what is
/// constant or static, in sizes and conditions. Elsewhere there are instructions, with their checks.
fn computes_with_floats(tokens: &[Token<'_>]) -> bool {
    // Whether the braces that are open are those of statements.
    let mut open: Vec<bool> = vec![];
    let mut has_float = false;
    let mut is_constexpr = false;
    let (mut is_constant, mut is_condition, mut has_cast) = (false, false, false);
    let mut before: Option<&Token<'_>> = None;
    let mut before_that: Option<&Token<'_>> = None;
    for (at, token) in tokens.iter().enumerate() {
        let float = is_float(token, tokens.get(at + 1));
        let is_type = matches!(token.text, "float" | "double");
        if token.of_macro {
            if float || is_type {
                return true;
            }
            continue;
        }
        if is_type && before.is_some_and(|before| before.text == "typedef") {
            return true;
        }
        has_float |= float;
        is_constant |= is_of_constants(token);
        is_constexpr |= matches!(token.text, "constexpr" | "consteval");
        is_condition |= decides(token, before);
        has_cast |= converts(token, before, before_that);
        // In a condition only what is converted to an integer matters.
        let is_known = is_constant || (is_condition && has_cast);
        match token.text {
            "{" => {
                let statements = before.is_some_and(|before| match before.text {
                    ")" | "else" | "do" | "try" => true,
                    ";" | "{" | "}" | ":" => open.contains(&true),
                    _ => false,
                });
                // What comes before belongs to the condition.
                if has_float && (is_known || !open.contains(&true)) {
                    return true;
                }
                if statements {
                    has_float = false;
                    (is_constant, is_condition, has_cast) = (false, false, false);
                }
                // What a function does that is called for constants is constant, too.
                open.push(statements && !is_constexpr);
            }
            ";" | "}" => {
                let in_statements = open.contains(&true) && open.last() != Some(&false);
                if has_float && (is_known || !in_statements) {
                    return true;
                }
                if token.text == "}" {
                    open.pop();
                }
                has_float = false;
                (is_constant, is_condition, has_cast) = (false, false, false);
                is_constexpr = false;
            }
            _ => {}
        }
        before_that = before;
        before = Some(token);
    }
    has_float
}

/// Whether a sign may add, multiply or shift; those that stand for types and references do not.
fn is_arithmetic(before: Option<&Token<'_>>, token: &Token<'_>, after: Option<&Token<'_>>) -> bool {
    let number = |token: Option<&Token<'_>>| token.is_some_and(|token| token.kind == Kind::Number);
    let doubled = |other: Option<&Token<'_>>| other.is_some_and(|other| other.text == token.text);
    match token.text {
        "+" | "-" => true,
        "*" => {
            let operand = |token: &Token<'_>| token.kind != Kind::Sign || token.text == "(";
            number(before)
                || number(after)
                || after.is_some_and(operand)
                    && before.is_some_and(|token| token.kind == Kind::Word || token.text == ")")
        }
        "<" => doubled(before) && !doubled(after),
        _ => false,
    }
}

/// Whether a declaration with this is of constants.
fn is_of_constants(token: &Token<'_>) -> bool {
    let words = ["static", "const", "constexpr", "constinit", "case", "enum", "template", "["];
    words.contains(&token.text)
}

/// Whether the compiler wants to know the conditions in a statement that has this.
fn decides(token: &Token<'_>, before: Option<&Token<'_>>) -> bool {
    let doubled = before.is_some_and(|before| before.text == token.text);
    matches!(token.text, "if" | "while" | "for" | "switch" | "?" | "!")
        || (doubled && matches!(token.text, "&" | "|"))
}

/// Whether a conversion may end here: `(type) operand`, `type(` or a cast of C++.
fn converts(token: &Token<'_>, before: Option<&Token<'_>>, before_that: Option<&Token<'_>>) -> bool {
    let is = |token: Option<&Token<'_>>, text: &str| token.is_some_and(|token| token.text == text);
    let is_word = |token: Option<&Token<'_>>| token.is_some_and(|token| token.kind == Kind::Word);
    let operand = token.kind != Kind::Sign || matches!(token.text, "(" | "-" | "+" | "~");
    let integers = ["int", "long", "short", "char", "unsigned", "signed", "bool"];
    token.text == "static_cast"
        || (operand && is(before, ")") && is_word(before_that))
        || (matches!(token.text, "(" | "{") && before.is_some_and(|before| integers.contains(&before.text)))
}

/// A floating-point number, or a conversion to one.
fn is_float(token: &Token<'_>, after: Option<&Token<'_>>) -> bool {
    match token.kind {
        Kind::Number => {
            let hexadecimal = token.text.starts_with("0x") || token.text.starts_with("0X");
            token.text.contains('.') || token.text.contains(if hexadecimal { ['p', 'P'] } else { ['e', 'E'] })
        }
        Kind::Word => {
            let names = ["INFINITY", "NAN", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL"];
            let conversion = matches!(token.text, "float" | "double")
                && after.is_none_or(|after| matches!(after.text, ")" | "(" | "{" | ">" | ";"));
            conversion
                || names.contains(&token.text)
                || ["FLT_", "DBL_", "__builtin_inf", "__builtin_nan", "__builtin_huge"]
                    .iter()
                    .any(|part| token.text.contains(part))
        }
        Kind::Sign => false,
    }
}

/// What the least number of a type may be made of.
fn is_large(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Number => token.text.len() >= 5,
        Kind::Word => {
            ["_MIN", "_MAX"].iter().any(|end| token.text.contains(end)) || token.text == "numeric_limits"
        }
        Kind::Sign => matches!(token.text, "~" | "<"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_in_the_old_style_stand_behind_the_parenthesis() {
        assert!(may_define_in_the_old_style("static int f(x)\n    double x;\n{ return x; }"));
        assert!(!may_define_in_the_old_style(
            "int f(int (*g)(int), int x) { if (x) return g(x); return 0; }"
        ));
        assert!(!may_define_in_the_old_style("int f(int) __attribute__((noinline));\n#define F(x) int x\n"));
    }

    fn found(text: &str, ir: &str) -> bool {
        may_be(Path::new("a.c"), text, ir, &Options::default().checks, &Options::default(), false)
    }

    #[test]
    fn floats_where_the_compiler_computes() {
        assert!(found("int x = 1e10;", ""));
        assert!(found("#define BIG \\\n 1e10\nint x;", ""));
        assert!(found("int f(void) { int a[] = {1e10}; }", ""));
        assert!(found("int f(void) { static int a = (int) 1.5f; }", ""));
        assert!(found("int f(void) { if ((int)0x1p40) return 1; }", ""));
        assert!(found("int a[] = {(int)(float)2147483647};", ""));
        assert!(!found("int f(double x) { double y = 1.5; y *= 2.; return x > 1e3; }", ""));
        assert!(found("constexpr double f() { return 1e10; }", ""));
        assert!(!found("int f(double x) { if (x > 1.5) { return 2; } }", ""));
        assert!(!found(
            "double f(double x); // 1.5\nconst char *s = \"1.5\"; char c = '\\''; int e = 0xe+1;",
            ""
        ));
    }

    #[test]
    fn divisions_that_are_not_in_the_code() {
        assert!(found("int a = b / -1;", ""));
        assert!(found("int a = b\n  % c;", ""));
        assert!(!found("int a = b\n  % c;", "!8 = !DILocation(line: 2, column: 3, scope: !7)\n"));
        assert!(!found("int a = b / 2 + sizeof(a) / sizeof(*a); /* a / b */", ""));
        assert!(!found("# 1 \"/usr/include/x.h\" 1 3\nint a = b / c;\n# 2 \"a.c\" 2\nint d;\n", ""));
        assert!(found("# 1 \"/usr/include/x.h\" 1 3\nint a;\n# 2 \"a.c\" 2\nint d = b / c;\n", ""));
    }

    #[test]
    fn negations_of_large_numbers() {
        assert!(found("int a[] = {-INT_MIN};", ""));
        assert!(!found("int a[] = {-x, 3};", ""));
        assert!(!found("int a[] = {5 - INT_MIN, -12345};", ""));
    }
}
