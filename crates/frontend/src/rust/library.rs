//! Rust's standard library for engines that follow all executions at once.
//!
//! The library's own code is in the module that rustc made, and nearly all of it is followed as it is. Some functions
//! get another body here, since what theirs do has nothing to do with the program, and much to do with the machine:
//!
//! - `std::rt::lang_start_internal` opens the standard streams if they are closed, ignores `SIGPIPE`, makes a guard
//!   page and a handler for stack overflows, and names the thread, before it calls `main`; and flushes standard output
//!   afterwards. Here it calls `main` with the arguments in place.
//! - `std::io::_print` and `_eprint`, which are `println!` and its like, format their arguments as ever, with all that
//!   the program's own `Display` may do, and look at every text that they get; but they write it nowhere. They are left
//!   alone if writing may fail.
//! - `std::sys::random::…::hashmap_random_keys` gives the keys of `HashMap`'s hashes, which the system chooses, and
//!   `core::hash::sip::Hasher` computes them. If the program has its own copy of the hasher, as unoptimised programs
//!   have, a hash is any number, the same for the same text and keys (`models/rust.c`), and which keys there are does
//!   not matter. Otherwise the keys are inputs.
//! - What begins a panic has no body: it fails where it is called (see `lower`), and the message, the hook and the
//!   backtrace come after the failure.
//! - `std::process::exit` calls `exit`, without flushing standard output or waiting for threads that do the same.
//! - When memory is used up, the program ends (`std::alloc::rust_oom`), without a message.
//! - `core::ub_checks::maybe_is_nonoverlapping`, which preconditions of copies and swaps ask, does not compare
//!   addresses but objects and offsets: programs that look at addresses are harder.
//!
//! What nothing reaches from the entry is left out then. It is most of the library.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A function or an object of a module: what stands in the text under one name.
struct Symbol<'a> {
    name: &'a str,
    text: &'a str,
}

impl<'a> Symbol<'a> {
    fn is_function(&self) -> bool {
        self.text.starts_with("define ")
    }

    /// The line that says what it is.
    fn head(&self) -> &'a str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Whether other modules see it.
    fn is_visible(&self) -> bool {
        let hidden = [" internal ", " private ", " available_externally "];
        self.is_function() && !hidden.iter().any(|word| self.head().contains(word))
    }

    /// Types of its parameters, without what is said about them.
    fn parameters(&self) -> Vec<&'a str> {
        self.parameter_texts().into_iter().filter_map(|part| part.split_whitespace().next()).collect()
    }

    /// Names of its parameters.
    fn parameter_names(&self) -> Vec<&'a str> {
        self.parameter_texts().into_iter().filter_map(|part| part.split_whitespace().next_back()).collect()
    }

    /// Where its first instruction stands in its text.
    fn start_of_body(&self) -> usize {
        let after_head = self.head().len() + 1;
        let first = self.text[after_head..].lines().next().unwrap_or_default();
        let has_label = !first.starts_with(' ') && first.contains(':');
        after_head + if has_label { first.len() + 1 } else { 0 }
    }

    fn parameter_texts(&self) -> Vec<&'a str> {
        let after = self.head().split_once(self.name).map_or("", |(_, rest)| rest.trim_start_matches('"'));
        let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
        for (at, byte) in after.bytes().enumerate() {
            match byte {
                b'(' => {
                    depth += 1;
                    if depth == 1 {
                        start = at + 1;
                    }
                }
                b')' if depth <= 1 => {
                    parts.push(&after[start..at]);
                    break;
                }
                b')' => depth -= 1,
                b',' if depth == 1 => {
                    parts.push(&after[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts
    }
}

/// What `GlobalAlloc` demands of those who use the allocator that programs have by default: what is said of it, and the
/// names of its functions with the arguments that tell of a block (where it is, and its size) or of a new one (its size).
const OLD_SIZE: &str = "memory is freed with another size than it was allocated with";
const NO_SIZE: &str = "memory of no bytes is allocated";
const OLD_BLOCKS: [(&str, usize, usize); 2] = [("__rdl_dealloc", 0, 1), ("__rdl_realloc", 0, 1)];
const NEW_BLOCKS: [(&str, usize); 3] = [("__rdl_alloc", 0), ("__rdl_alloc_zeroed", 0), ("__rdl_realloc", 3)];

/// The module with conditions at the start of the default allocator's functions. The library passes on to `free` what
/// it is given, and `free` does not ask for sizes.
pub fn with_layouts(module: String) -> String {
    let (symbols, _) = split(&module);
    let word = word(&symbols);
    let mut added = String::new();
    let mut insertions = Vec::new();
    for symbol in symbols.iter().filter(|symbol| symbol.is_function()) {
        let is = |name: &str| symbol.name.ends_with(name);
        let old = OLD_BLOCKS.into_iter().find(|(name, ..)| is(name));
        let new = NEW_BLOCKS.into_iter().find(|(name, _)| is(name));
        let names = symbol.parameter_names();
        let given = |at: usize| names.get(at).copied();
        if let Some((_, block, size)) = old
            && let (Some(block), Some(size)) = (given(block), given(size))
        {
            // What points to no block at all is for `free` to say.
            added += &format!(
                "  %fathom.size = call {word} @__fathom_object_size(ptr {block})\n  \
                   %fathom.same = icmp eq {word} %fathom.size, {size}\n  \
                   %fathom.none = icmp eq {word} %fathom.size, 0\n  \
                   %fathom.fits = or i1 %fathom.same, %fathom.none\n  \
                   call void @__fathom_precondition(i1 %fathom.fits, ptr @fathom.old.size)\n"
            );
        }
        if let Some((_, size)) = new
            && let Some(size) = given(size)
        {
            added += &format!(
                "  %fathom.some = icmp ne {word} {size}, 0\n  \
                   call void @__fathom_precondition(i1 %fathom.some, ptr @fathom.no.size)\n"
            );
        }
        if !added.is_empty() {
            let start = symbol.text.as_ptr() as usize - module.as_ptr() as usize;
            insertions.push((start + symbol.start_of_body(), std::mem::take(&mut added)));
        }
    }
    if insertions.is_empty() {
        return module;
    }
    let mut text = String::with_capacity(module.len() + 4096);
    let mut from = 0;
    for (at, added) in insertions {
        text.push_str(&module[from..at]);
        text.push_str(&added);
        from = at;
    }
    text.push_str(&module[from..]);
    for (name, sentence) in [("old", OLD_SIZE), ("no", NO_SIZE)] {
        let length = sentence.len() + 1;
        // Writing to a string does not fail.
        let _ = writeln!(text, "@fathom.{name}.size = private constant [{length} x i8] c\"{sentence}\\00\"");
    }
    let _ = writeln!(text, "declare {word} @__fathom_object_size(ptr)");
    text.push_str("declare void @__fathom_precondition(i1, ptr)\n");
    text
}

/// The module of a Rust program for engines that start at `entry`; printing never fails unless `io_may_fail`.
pub fn for_engines(module: &str, entry: &str, io_may_fail: bool) -> String {
    let (symbols, rest) = split(module);
    let replaced = replacements(&symbols, io_may_fail);
    let (mut added, _) = split(&replaced.added);
    added.retain(|new| symbols.iter().all(|symbol| symbol.name != new.name));
    let by_name: HashMap<&str, &str> = symbols
        .iter()
        .map(|symbol| (symbol.name, replaced.bodies.get(symbol.name).map_or(symbol.text, String::as_str)))
        .chain(added.iter().map(|symbol| (symbol.name, symbol.text)))
        .collect();

    let starts_at_entry = symbols.iter().any(|symbol| symbol.name == entry && symbol.is_function());
    let is_root = |symbol: &&Symbol| {
        symbol.is_visible()
            || symbol.name == entry
            || symbol.name == "llvm.global_ctors"
            // The entry may be named as in the source; then it is looked for later, among what the program has.
            || !starts_at_entry && symbol.is_function() && is_of_crate(symbol.name, "4main")
    };
    let mut pending: Vec<&str> = symbols.iter().filter(is_root).map(|symbol| symbol.name).collect();
    let mut reached: HashSet<&str> = pending.iter().copied().collect();
    while let Some(name) = pending.pop() {
        let text = by_name.get(name).copied().unwrap_or_default();
        for other in names_in(text) {
            if by_name.contains_key(other) && reached.insert(other) {
                pending.push(other);
            }
        }
    }

    let mut text = String::with_capacity(module.len());
    for symbol in symbols.iter().chain(&added).filter(|symbol| reached.contains(symbol.name)) {
        text.push_str(by_name[symbol.name]);
    }
    for line in rest.split_inclusive('\n') {
        // Lists of the functions that a call may mean, which nobody needs.
        match line.split_once(" = !{ptr @") {
            Some((number, _)) if line.starts_with('!') => {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{number} = !{{}}");
            }
            _ => text.push_str(line),
        }
    }
    text
}

/// The symbols of a module, and everything else in it but comments.
fn split(module: &str) -> (Vec<Symbol<'_>>, String) {
    let (mut symbols, mut rest) = (Vec::new(), String::new());
    let mut at = 0;
    while at < module.len() {
        let line_end = module[at..].find('\n').map_or(module.len(), |length| at + length + 1);
        let line = &module[at..line_end];
        let end = if line.starts_with("define ") {
            module[at..].find("\n}\n").map_or(module.len(), |length| at + length + 3)
        } else {
            line_end
        };
        let is_symbol = ["define ", "declare ", "@"].iter().any(|word| line.starts_with(word));
        match names_in(line).next() {
            Some(name) if is_symbol => symbols.push(Symbol { name, text: &module[at..end] }),
            _ if line.starts_with(';') => {}
            _ => rest.push_str(&module[at..end]),
        }
        at = end;
    }
    (symbols, rest)
}

/// Names of symbols in a text, in their order. (What looks like one in a string does no harm.)
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('@').filter_map(|(at, _)| {
        let name = &text[at + 1..];
        match name.strip_prefix('"') {
            Some(quoted) => Some(&quoted[..quoted.find('"')?]),
            None => {
                let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || "._$-".contains(c)));
                Some(&name[..end.unwrap_or(name.len())]).filter(|name| !name.is_empty())
            }
        }
    })
}

/// Whether a mangled name is of a crate, which is written as in manglings, with its length: `3std`.
fn is_of_crate(name: &str, krate: &str) -> bool {
    name.starts_with(&format!("_ZN{krate}")) || name.starts_with("_R") && name.contains(&format!("_{krate}"))
}

/// Whether a mangled name is that of a function of a crate, by the end of its path in the old and in the new mangling.
fn is_function_of(name: &str, krate: &str, end: &str) -> bool {
    let path = match name.strip_prefix("_ZN").and_then(|path| path.rsplit_once("17h")) {
        Some((path, _)) => path,
        None => name,
    };
    is_of_crate(name, krate) && path.ends_with(end)
}

/// Other bodies for functions of the library.
struct Replaced {
    /// By the names of the functions.
    bodies: HashMap<String, String>,
    /// What they need beside it.
    added: String,
}

fn replacements(symbols: &[Symbol], io_may_fail: bool) -> Replaced {
    let mut replaced = Replaced { bodies: HashMap::new(), added: String::new() };
    let find = |krate: &str, ends: &[&str]| {
        let of_crate = move |symbol: &&Symbol, end: &str| is_function_of(symbol.name, krate, end);
        symbols
            .iter()
            .filter(|symbol| symbol.is_function())
            .find(|symbol| ends.iter().any(|end| of_crate(symbol, end)))
    };
    if let Some(start) = find("3std", &["2rt19lang_start_internal"])
        && let Some(body) = start_of_main(start, symbols)
    {
        replaced.bodies.insert(start.name.to_string(), body);
    }
    let hasher = Hasher::find(symbols);
    if let Some(keys) = find("3std", &["19hashmap_random_keys"])
        && keys.head().contains("{ i64, i64 }")
        && keys.parameters().is_empty()
    {
        let body =
            if hasher.is_some() { FIXED_KEYS.replace("NAME", keys.name) } else { hash_keys(keys.name) };
        replaced.bodies.insert(keys.name.to_string(), body);
        replaced.added.push_str(&format!("declare i64 @{HASH_KEY}()\n"));
    }
    if let Some(hasher) = hasher {
        hasher.replace(&mut replaced);
    }
    let prints: [&[&str]; 3] = [
        &["2io5stdio6_print", "2io5stdio6__print"],
        &["2io5stdio7_eprint", "2io5stdio7__eprint"],
        // What `main` returned, if it is an error.
        &["2io5stdio23attempt_print_to_stderr"],
    ];
    let printing: Vec<&Symbol> = prints.iter().filter_map(|ends| find("3std", ends)).collect();
    if let Some(write) = find("4core", &["3fmt5write"])
        && !io_may_fail
        && let Some(first) = printing.first()
        && printing.iter().all(|print| print.parameters() == first.parameters())
        && write.parameters().len() == first.parameters().len() + 2
        && write.parameters().iter().all(|&ty| ty == "ptr")
    {
        for print in &printing {
            replaced.bodies.insert(print.name.to_string(), printed(print, write.name));
        }
        replaced.added.push_str(&sink(first, write.name, word(symbols)));
    }
    if let Some(exhausted) = find("3std", &["5alloc8rust_oom"]) {
        replaced.bodies.insert(exhausted.name.to_string(), aborting(exhausted));
        replaced.added.push_str("declare void @abort()\n");
    }
    if let Some(exit) = find("3std", &["7process4exit"]).filter(|exit| exit.parameters() == ["i32"]) {
        let body = format!(
            "define internal void @\"{}\"(i32 %code) {{\n  call void @exit(i32 %code)\n  unreachable\n}}\n",
            exit.name
        );
        replaced.bodies.insert(exit.name.to_string(), body);
        replaced.added.push_str("declare void @exit(i32)\n");
    }
    for symbol in symbols.iter().filter(|symbol| symbol.is_function()) {
        if begins_panic(symbol.name) && symbol.head().contains(" void @") {
            replaced.bodies.insert(symbol.name.to_string(), declared(symbol));
        }
        if symbol.name.contains("9ub_checks23maybe_is_nonoverlapping7runtime")
            && symbol.parameters() == ["ptr", "ptr", "i64", "i64"]
        {
            replaced.bodies.insert(symbol.name.to_string(), APART.replace("NAME", symbol.name));
            replaced.added.push_str("declare i1 @__fathom_ranges_apart(ptr, ptr, i64, i64)\n");
        }
    }
    replaced
}

/// Whether a function of the library does nothing but panic.
fn begins_panic(name: &str) -> bool {
    let is_path = name.starts_with("_RNv") || name.starts_with("_RINv");
    let starts =
        |path: &str| name.starts_with(&format!("_ZN{path}")) || is_path && name.contains(&format!("_{path}"));
    let of_std = ["11begin_panic", "15panic_with_hook"];
    starts("4core9panicking") || of_std.iter().any(|end| starts(&format!("3std9panicking{end}")))
}

/// A function that returns nothing, without its body.
fn declared(symbol: &Symbol) -> String {
    format!("declare void @\"{}\"({})\n", symbol.name, symbol.parameters().join(", "))
}

/// `rust_oom(…) -> !`
fn aborting(symbol: &Symbol) -> String {
    let parameters: Vec<String> =
        symbol.parameters().iter().enumerate().map(|(at, ty)| format!("{ty} %a{at}")).collect();
    format!(
        "define internal void @\"{}\"({}) {{\n  call void @abort()\n  unreachable\n}}\n",
        symbol.name,
        parameters.join(", ")
    )
}

/// `maybe_is_nonoverlapping::runtime(src: *const (), dst: *const (), size: usize, count: usize) -> bool`
const APART: &str = "\
define internal i1 @\"NAME\"(ptr %src, ptr %dst, i64 %size, i64 %count) {
  %apart = call i1 @__fathom_ranges_apart(ptr %src, ptr %dst, i64 %size, i64 %count)
  ret i1 %apart
}
";

/// The type of `usize`.
fn word(symbols: &[Symbol]) -> &'static str {
    // `lang_start_internal` takes an `isize`, and is in every program that has a runtime.
    let start = symbols.iter().find(|symbol| is_function_of(symbol.name, "3std", "2rt19lang_start_internal"));
    if start.is_some_and(|start| start.parameters().contains(&"i64")) { "i64" } else { "i32" }
}

/// `lang_start_internal(main: &dyn Fn() -> i32, argc: isize, argv: *const *const u8, sigpipe: u8) -> isize`
fn start_of_main(start: &Symbol, symbols: &[Symbol]) -> Option<String> {
    let parameters = start.parameters();
    let word = *parameters.get(2)?;
    if parameters != ["ptr", "ptr", word, "ptr", "i8"] {
        return None;
    }
    // A table of methods has `drop`, size and alignment, then `call_once`, `call_mut` and `call`.
    let (bytes, argc, code) = match word {
        "i64" => (8, "%short = trunc i64 %argc to i32", "%long = sext i32 %code to i64"),
        "i32" => (4, "%short = add i32 %argc, 0", "%long = add i32 %code, 0"),
        _ => return None,
    };
    let name = start.name;
    let mut body = format!(
        "define internal {word} @{name}(ptr %object, ptr %table, {word} %argc, ptr %argv, i8 %sigpipe) {{\n  {argc}\n"
    );
    // What the loader of the system calls before `main`: that is how `std::env::args` hears of the arguments.
    for name in symbols
        .iter()
        .filter(|symbol| symbol.head().contains("section \".init_array"))
        .filter_map(|symbol| names_in(symbol.head()).nth(1))
    {
        let called = symbols.iter().find(|symbol| symbol.name == name)?;
        let arguments = if called.parameters().is_empty() { "" } else { "i32 %short, ptr %argv, ptr null" };
        // Writing to a string does not fail.
        let _ = writeln!(body, "  call void @{name}({arguments})");
    }
    let _ = write!(
        body,
        "  %slot = getelementptr inbounds i8, ptr %table, {word} {}\n  \
           %main = load ptr, ptr %slot, align {bytes}\n  \
           %code = call i32 %main(ptr %object)\n  \
           {code}\n  \
           ret {word} %long\n}}\n",
        5 * bytes
    );
    Some(body)
}

/// Where the keys of hashes come from.
const HASH_KEY: &str = "__VERIFIER_nondet_fathom_hash_key";

/// `hashmap_random_keys() -> (u64, u64)`
fn hash_keys(name: &str) -> String {
    format!(
        "define internal {{ i64, i64 }} @{name}() {{\n  \
           %first = call i64 @{HASH_KEY}()\n  \
           %second = call i64 @{HASH_KEY}()\n  \
           %half = insertvalue {{ i64, i64 }} poison, i64 %first, 0\n  \
           %keys = insertvalue {{ i64, i64 }} %half, i64 %second, 1\n  \
           ret {{ i64, i64 }} %keys\n}}\n"
    )
}

/// The same where hashes are any numbers. Maps count on from there, so that each has keys of its own.
const FIXED_KEYS: &str = "\
define internal { i64, i64 } @NAME() {
  ret { i64, i64 } { i64 1, i64 1 }
}
";

/// What SipHash begins with: `somepseu`.
const SIP_CONSTANT: &str = "8317987319222330741";

/// The functions of `core::hash::sip::Hasher` in a program. All others that look into a hasher are among them.
struct Hasher<'a> {
    reset: &'a str,
    write: &'a str,
    finish: &'a str,
}

impl<'a> Hasher<'a> {
    /// Its functions, if each is there once, and SipHash is nowhere else: a copy would understand another form of hashers.
    fn find(symbols: &[Symbol<'a>]) -> Option<Self> {
        let only = |part: &str, parameters: &[&str]| {
            let mut found =
                symbols.iter().filter(|symbol| symbol.is_function() && symbol.name.contains(part));
            match (found.next(), found.next()) {
                (Some(symbol), None) if symbol.parameters() == parameters => Some(symbol.name),
                _ => None,
            }
        };
        let of_trait = |name: &str| {
            format!("core..hash..sip..Hasher$LT$S$GT$$u20$as$u20$core..hash..Hasher$GT${name}17h")
        };
        let hasher = Self {
            reset: only("4core4hash3sip15Hasher$LT$S$GT$5reset17h", &["ptr"])?,
            write: only(&of_trait("5write"), &["ptr", "ptr", "i64"])?,
            finish: only(&of_trait("6finish"), &["ptr"])?,
        };
        let is_copy = |symbol: &Symbol| {
            symbol.is_function()
                && symbol.name != hasher.reset
                && (symbol.text.contains(SIP_CONSTANT) || symbol.name.contains("4hash3sip6Hasher"))
        };
        if symbols.iter().any(is_copy) { None } else { Some(hasher) }
    }

    fn replace(&self, replaced: &mut Replaced) {
        let bodies = [
            (
                self.reset,
                "void",
                "ptr %hasher",
                "call void @__fathom_hasher_reset(ptr %hasher, i64 9)\n  ret void",
            ),
            (
                self.write,
                "void",
                "ptr %hasher, ptr %bytes, i64 %length",
                "call void @__fathom_hasher_write(ptr %hasher, ptr %bytes, i64 %length)\n  ret void",
            ),
            (
                self.finish,
                "i64",
                "ptr %hasher",
                "%hash = call i64 @__fathom_hasher_finish(ptr %hasher)\n  ret i64 %hash",
            ),
        ];
        for (name, result, parameters, body) in bodies {
            let body = format!("define internal {result} @\"{name}\"({parameters}) {{\n  {body}\n}}\n");
            replaced.bodies.insert(name.to_string(), body);
        }
        replaced.added.push_str(
            "declare void @__fathom_hasher_reset(ptr, i64)\n\
             declare void @__fathom_hasher_write(ptr, ptr, i64)\n\
             declare i64 @__fathom_hasher_finish(ptr)\n",
        );
    }
}

/// `_print(arguments: fmt::Arguments)`, which panics if a `Display` says that it failed.
fn printed(print: &Symbol, write: &str) -> String {
    let parameters = listed(print.parameters().len());
    format!(
        "define internal void @{name}({parameters}) {{\n  \
           %failed = call i1 @{write}(ptr @fathom.sink, ptr @fathom.sink, {parameters})\n  \
           br i1 %failed, label %panic, label %done\n\
         panic:\n  \
           call void @fathom.panicking.display_failed()\n  \
           unreachable\n\
         done:\n  \
           ret void\n}}\n",
        name = print.name
    )
}

/// So many pointers, as parameters and as arguments.
fn listed(count: usize) -> String {
    (0..count).map(|at| format!("ptr %a{at}")).collect::<Vec<_>>().join(", ")
}

/// A `fmt::Write` that looks at the ends of every text, and so at whether all of it is there, and keeps nothing.
fn sink(print: &Symbol, write: &str, word: &str) -> String {
    let parameters = listed(print.parameters().len());
    let align = if word == "i64" { 8 } else { 4 };
    format!(
        "declare void @fathom.panicking.display_failed()\n\
         @fathom.sink = private constant {{ ptr, {word}, {word}, ptr, ptr, ptr }} \
           {{ ptr null, {word} 0, {word} 1, ptr @fathom.write_str, ptr @fathom.write_char, ptr @fathom.write_fmt }}, align {align}\n\
         define internal i1 @fathom.write_str(ptr %sink, ptr %bytes, {word} %length) {{\n  \
           %is.empty = icmp eq {word} %length, 0\n  \
           br i1 %is.empty, label %done, label %look\n\
         look:\n  \
           %first = load i8, ptr %bytes, align 1\n  \
           %end = getelementptr i8, ptr %bytes, {word} %length\n  \
           %at = getelementptr i8, ptr %end, {word} -1\n  \
           %last = load i8, ptr %at, align 1\n  \
           br label %done\n\
         done:\n  \
           ret i1 false\n}}\n\
         define internal i1 @fathom.write_char(ptr %sink, i32 %char) {{\n  \
           ret i1 false\n}}\n\
         define internal i1 @fathom.write_fmt(ptr %sink, {parameters}) {{\n  \
           %failed = call i1 @{write}(ptr %sink, ptr @fathom.sink, {parameters})\n  \
           ret i1 %failed\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "\
target triple = \"x86_64-unknown-linux-gnu\"\n\
@table = private constant { ptr, ptr } { ptr @used, ptr null }\n\
@unused_object = private constant i8 0\n\
; a comment\n\
define i32 @main(i32 %0, ptr %1) {\n  %2 = load ptr, ptr @table\n  ret i32 0\n}\n\
define internal void @used() {\n  call void @\"a name\"()\n  ret void\n}\n\
define internal void @unused() {\n  ret void\n}\n\
declare void @\"a name\"()\n\
declare void @nobody()\n\
!0 = !{}\n";

    #[test]
    fn what_nothing_reaches_is_left_out() {
        let text = for_engines(MODULE, "main", false);
        for kept in
            ["target triple", "@table =", "@main(", "@used() {", "declare void @\"a name\"", "!0 = !{}"]
        {
            assert!(text.contains(kept), "no {kept} in\n{text}");
        }
        for gone in ["unused", "nobody", "comment"] {
            assert!(!text.contains(gone), "{gone} in\n{text}");
        }
    }

    #[test]
    fn parameters_are_types() {
        let head = "define internal noundef i64 @f(ptr noundef nonnull captures(address, read_provenance) %0, \
                    i64 noundef range(i64 0, 5) %1, ptr sret([32 x i8]) align 8 %2) #1 {\n}\n";
        assert_eq!(Symbol { name: "f", text: head }.parameters(), ["ptr", "i64", "ptr"]);
        assert!(Symbol { name: "g", text: "define void @g() {\n}\n" }.parameters().is_empty());
    }

    #[test]
    fn functions_of_the_library_by_their_mangled_names() {
        let end = "2rt19lang_start_internal";
        assert!(is_function_of("_RNvNtCsjrHSEGnQ3l9_3std2rt19lang_start_internal", "3std", end));
        assert!(is_function_of("_ZN3std2rt19lang_start_internal17h102bec1ebfafca83E", "3std", end));
        assert!(!is_function_of("_RNvNtNtCs1234_4main3std2rt19lang_start_internal", "3std", end));
        assert!(!is_function_of("lang_start_internal", "3std", end));
    }
}
