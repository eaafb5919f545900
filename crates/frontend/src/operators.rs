//! `operator new` and `operator delete` of programs that replace some of them.
//!
//! The default versions of most forms do nothing but call another form ([new.delete.single] and
//! [new.delete.array] in the C++ standard), so a program that replaces that one gets what it wrote from the others too.
//! Where a program replaces nothing, engines have all forms themselves, and tell which of them made a block.

use std::collections::BTreeSet;

use crate::{Language, Unit};

/// A form, the form that its default version calls, and that version. `#` in names is the letter of `size_t`.
struct Default {
    name: &'static str,
    calls: &'static str,
    text: &'static str,
}

const fn default(name: &'static str, calls: &'static str, text: &'static str) -> Default {
    Default { name, calls, text }
}

const DEFAULTS: [Default; 16] = [
    default("_Zna#", "_Znw#", "void *operator new[](size_t size) { return operator new(size); }"),
    default(
        "_Znw#RKSt9nothrow_t",
        "_Znw#",
        "void *operator new(size_t size, const std::nothrow_t &) noexcept { OR_NULL(operator new(size)) }",
    ),
    default(
        "_Zna#RKSt9nothrow_t",
        "_Zna#",
        "void *operator new[](size_t size, const std::nothrow_t &) noexcept { OR_NULL(operator new[](size)) }",
    ),
    default(
        "_Zna#St11align_val_t",
        "_Znw#St11align_val_t",
        "void *operator new[](size_t size, align align) { return operator new(size, align); }",
    ),
    default(
        "_Znw#St11align_val_tRKSt9nothrow_t",
        "_Znw#St11align_val_t",
        "void *operator new(size_t size, align align, const std::nothrow_t &) noexcept {\n\
         OR_NULL(operator new(size, align)) }",
    ),
    default(
        "_Zna#St11align_val_tRKSt9nothrow_t",
        "_Zna#St11align_val_t",
        "void *operator new[](size_t size, align align, const std::nothrow_t &) noexcept {\n\
         OR_NULL(operator new[](size, align)) }",
    ),
    default(
        "_ZdlPv#",
        "_ZdlPv",
        "void operator delete(void *block, size_t) noexcept { operator delete(block); }",
    ),
    default(
        "_ZdlPvRKSt9nothrow_t",
        "_ZdlPv",
        "void operator delete(void *block, const std::nothrow_t &) noexcept { operator delete(block); }",
    ),
    default("_ZdaPv", "_ZdlPv", "void operator delete[](void *block) noexcept { operator delete(block); }"),
    default(
        "_ZdaPv#",
        "_ZdaPv",
        "void operator delete[](void *block, size_t) noexcept { operator delete[](block); }",
    ),
    default(
        "_ZdaPvRKSt9nothrow_t",
        "_ZdaPv",
        "void operator delete[](void *block, const std::nothrow_t &) noexcept { operator delete[](block); }",
    ),
    default(
        "_ZdlPv#St11align_val_t",
        "_ZdlPvSt11align_val_t",
        "void operator delete(void *block, size_t, align align) noexcept { operator delete(block, align); }",
    ),
    default(
        "_ZdlPvSt11align_val_tRKSt9nothrow_t",
        "_ZdlPvSt11align_val_t",
        "void operator delete(void *block, align align, const std::nothrow_t &) noexcept {\n\
         operator delete(block, align); }",
    ),
    default(
        "_ZdaPvSt11align_val_t",
        "_ZdlPvSt11align_val_t",
        "void operator delete[](void *block, align align) noexcept { operator delete(block, align); }",
    ),
    default(
        "_ZdaPv#St11align_val_t",
        "_ZdaPvSt11align_val_t",
        "void operator delete[](void *block, size_t, align align) noexcept { operator delete[](block, align); }",
    ),
    default(
        "_ZdaPvSt11align_val_tRKSt9nothrow_t",
        "_ZdaPvSt11align_val_t",
        "void operator delete[](void *block, align align, const std::nothrow_t &) noexcept {\n\
         operator delete[](block, align); }",
    ),
];

const PRELUDE: &str = "\
#include <new>
using std::size_t;
using align = std::align_val_t;
#define OR_NULL(call) try { return call; } catch (...) { return nullptr; }
";

/// The default versions, in C++, of what the units use and do not define, as far as they come to call something that
/// the units do define; `None` if there are none.
pub(crate) fn defaults(units: &[Unit]) -> Option<String> {
    let symbols = |keyword: &str| -> BTreeSet<&str> {
        let texts = units.iter().filter(|unit| unit.language != Language::C).map(|unit| unit.text.as_str());
        let lines = texts.flat_map(str::lines).filter(|line| line.starts_with(keyword));
        lines.filter_map(|line| Some(line.split_once('@')?.1.split_once('(')?.0)).collect()
    };
    let (declared, defined) = (symbols("declare "), symbols("define "));
    let mut wanted = BTreeSet::new();
    for letter in ["m", "j"] {
        let find = |name: &str| DEFAULTS.iter().position(|default| default.name.replace('#', letter) == name);
        for name in &declared {
            let mut way = vec![];
            let mut next = (*name).to_owned();
            while let Some(at) = find(&next).filter(|_| !defined.contains(next.as_str())) {
                way.push(at);
                next = DEFAULTS[at].calls.replace('#', letter);
            }
            if defined.contains(next.as_str()) {
                wanted.extend(way);
            }
        }
    }
    if wanted.is_empty() {
        return None;
    }
    let lines: Vec<&str> = wanted.into_iter().map(|at| DEFAULTS[at].text).collect();
    Some(format!("{PRELUDE}{}\n", lines.join("\n")))
}
