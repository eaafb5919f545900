//! What functions without a body do to memory: one table.
//!
//! A function that is not in the table is taken for code that nobody knows: whatever it is given escapes,
//! and it may read, write and call all that ever escaped. So a missing row costs precision only; a row
//! that promises too much would be unsound.

use fathom_ir::{Body, Const, Program, Symbol, Type, Value};

/// What a function without a body does. Arguments are given by their numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effects {
    /// Arguments whose objects it reads; numbers come out, no pointers.
    pub reads: &'static [usize],
    /// Arguments whose objects it fills with bytes that may be anything.
    pub writes: &'static [usize],
    /// Arguments whose objects it changes in another way: they end, or what is kept beside them changes.
    pub touches: &'static [usize],
    /// It copies bytes with all they carry: to, from.
    pub copies: Option<(usize, usize)>,
    /// The argument that it stores a pointer to a new object through.
    pub stores_fresh: Option<usize>,
    /// Variadic arguments that are pointers: what it does with their objects.
    pub variadic: Variadic,
    /// What its result is.
    pub gives: Gives,
    /// It may set `errno`.
    pub errno: bool,
    /// It may return a second time, with all memory changed since.
    pub returns_twice: bool,
    /// It takes further pointers and does nothing with their objects.
    pub ignores_others: bool,
}

/// What a function does with the objects that its variadic arguments point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variadic {
    /// It has none.
    None,
    /// As a format says that is the argument of this number: `printf`.
    Print(usize),
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gives {
    /// A number or nothing.
    Number,
    /// A pointer to the start of a new object, or null.
    Fresh,
    /// A pointer somewhere into the object of an argument, or null.
    Into(usize),
    /// A pointer to the object of an argument, which it makes larger or smaller and may move.
    Resized(usize),
    /// Where `errno` lies.
    Errno,
}

const NOTHING: Effects = Effects {
    reads: &[],
    writes: &[],
    touches: &[],
    copies: None,
    stores_fresh: None,
    variadic: Variadic::None,
    gives: Gives::Number,
    errno: false,
    returns_twice: false,
    ignores_others: false,
};
const ALLOCATES: Effects = Effects { gives: Gives::Fresh, errno: true, ..NOTHING };
const COPIES: Effects = Effects { copies: Some((0, 1)), gives: Gives::Into(0), ..NOTHING };
const FILLS: Effects = Effects { writes: &[0], gives: Gives::Into(0), ..NOTHING };
const READS_ONE: Effects = Effects { reads: &[0], ..NOTHING };
const READS_TWO: Effects = Effects { reads: &[0, 1], ..NOTHING };
const FINDS: Effects = Effects { gives: Gives::Into(0), ..READS_TWO };
const STRING_COPIES: Effects = Effects { reads: &[0, 1], writes: &[0], gives: Gives::Into(0), ..NOTHING };

/// The effects of a function without a body; `None` if it is not known.
fn row(name: &str) -> Option<Effects> {
    Some(match name {
        "malloc" | "calloc" | "aligned_alloc" | "memalign" | "valloc" | "pvalloc" | "__CPROVER_allocate" => {
            ALLOCATES
        }
        "realloc" | "reallocarray" => {
            Effects { touches: &[0], gives: Gives::Resized(0), errno: true, ..NOTHING }
        }
        "posix_memalign" => Effects { stores_fresh: Some(0), errno: true, ..NOTHING },
        "free" | "cfree" | "sea_reset_modified" => Effects { touches: &[0], ..NOTHING },
        "strdup" | "strndup" | "__strdup" | "__strndup" => Effects { reads: &[0], ..ALLOCATES },

        "memcpy" | "mempcpy" | "__mempcpy" | "memmove" | "memccpy" => COPIES,
        "bcopy" => Effects { copies: Some((1, 0)), ..NOTHING },
        "memset" => FILLS,
        "bzero"
        | "explicit_bzero"
        | "memhavoc"
        | "__VERIFIER_nondet_memory"
        | "__CPROVER_havoc_slice"
        | "__CPROVER_havoc_object"
        | "__fathom_havoc"
        | "__fathom_without" => Effects { writes: &[0], ..NOTHING },
        "klee_make_symbolic" => Effects { writes: &[0], ignores_others: true, ..NOTHING },
        "memcmp" | "bcmp" | "strcmp" | "strncmp" | "strcoll" | "strcasecmp" | "strncasecmp" | "strspn"
        | "strcspn" => READS_TWO,
        "memchr" | "memrchr" | "rawmemchr" | "strchr" | "strrchr" | "strchrnul" | "index" | "rindex" => {
            Effects { gives: Gives::Into(0), ..READS_ONE }
        }
        "strstr" | "strcasestr" | "strpbrk" => FINDS,
        "memmem" => Effects { reads: &[0, 2], gives: Gives::Into(0), ..NOTHING },
        "strcpy" | "strncpy" | "stpcpy" | "__stpcpy" | "stpncpy" | "strcat" | "strncat" => STRING_COPIES,
        "strlcpy" | "strlcat" => Effects { gives: Gives::Number, ..STRING_COPIES },
        "strlen" | "strnlen" | "malloc_usable_size" | "atoi" | "atol" | "atoll" | "puts" => READS_ONE,

        "sea_is_dereferenceable"
        | "__CPROVER_r_ok"
        | "__CPROVER_w_ok"
        | "__CPROVER_rw_ok"
        | "sea_is_alloc"
        | "sea_is_modified"
        | "__CPROVER_OBJECT_SIZE"
        | "__fathom_object_size"
        | "__CPROVER_POINTER_OFFSET"
        | "__CPROVER_DYNAMIC_OBJECT" => READS_ONE,
        "__CPROVER_same_object" => READS_TWO,
        "__fathom_use"
        | "__fathom_float_length"
        | "__fathom_takes_integer"
        | "__fathom_takes_real"
        | "__fathom_meets" => NOTHING,
        "__fathom_takes" => Effects { reads: &[2], ..NOTHING },
        "__fathom_overlap" => Effects { reads: &[0, 2], ..NOTHING },
        "__fathom_leaves_no_trace" => READS_ONE,
        "sea_tracking_on" | "sea_tracking_off" => NOTHING,
        "sea_set_shadowmem" => Effects { touches: &[1], ..NOTHING },
        "sea_get_shadowmem" => Effects { reads: &[1], ..NOTHING },

        "printf" => Effects { reads: &[0], variadic: Variadic::Print(0), ..NOTHING },
        "sprintf" => Effects { reads: &[1], writes: &[0], variadic: Variadic::Print(1), ..NOTHING },
        "snprintf" => Effects { reads: &[2], writes: &[0], variadic: Variadic::Print(2), ..NOTHING },
        "__assert_fail" => Effects { reads: &[0, 1, 3], ..NOTHING },
        "__errno_location" | "__errno" | "___errno" => Effects { gives: Gives::Errno, ..NOTHING },
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => {
            Effects { writes: &[0], returns_twice: true, ..NOTHING }
        }

        "abort" | "_exit" | "_Exit" | "putchar" | "getchar" | "rand" | "srand" | "random" | "srandom"
        | "abs" | "labs" | "llabs" | "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isdigit"
        | "isgraph" | "islower" | "isprint" | "ispunct" | "isspace" | "isupper" | "isxdigit" | "tolower"
        | "toupper" => NOTHING,
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "exp" | "exp2" | "log" | "log2"
        | "log10" | "pow" | "sqrt" | "fabs" | "fmod" | "floor" | "ceil" => Effects { errno: true, ..NOTHING },
        _ => return operator(name),
    })
}

/// `operator new` and `operator delete`, by their mangled names.
fn operator(name: &str) -> Option<Effects> {
    let starts = |prefixes: [&str; 2]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    match () {
        // The additional arguments of other forms (a place, an alignment) come after these letters.
        () if starts(["_Znwm", "_Znam"]) || starts(["_Znwj", "_Znaj"]) => {
            let placed = name[5..].starts_with("Pv");
            (!placed).then_some(Effects { gives: Gives::Fresh, ignores_others: true, ..NOTHING })
        }
        () if starts(["_ZdlPv", "_ZdaPv"]) => {
            Some(Effects { touches: &[0], ignores_others: true, ..NOTHING })
        }
        () => None,
    }
}

/// The name without the decorations that headers and compilers add to it.
fn plain_name(name: &str) -> &str {
    let name = name.strip_prefix('\u{1}').unwrap_or(name);
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    match name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")) {
        Some(inner) if matches!(inner, "memcpy" | "memmove" | "memset" | "mempcpy") => inner,
        _ => name,
    }
}

impl Effects {
    /// The effects of a call of a function without a body, if the function is known and called as it
    /// should be.
    pub fn of_call(
        program: &Program,
        callee: &fathom_ir::Function,
        body: &Body,
        args: &[Value],
    ) -> Option<Self> {
        let effects = row(plain_name(&callee.name))?;
        let named = [effects.reads, effects.writes, effects.touches].concat();
        let more = effects.copies.map(|(to, from)| [to, from]).into_iter().flatten();
        let through = match effects.gives {
            Gives::Into(at) | Gives::Resized(at) => Some(at),
            Gives::Number | Gives::Fresh | Gives::Errno => None,
        };
        let area = callee.variadic.then(|| args.len().saturating_sub(1));
        let used: Vec<usize> =
            named.into_iter().chain(more).chain(effects.stores_fresh).chain(through).chain(area).collect();
        let is_pointer = |at: usize| args.get(at).is_some_and(|&arg| body.ty(arg) == Type::Ptr);
        // A number where a pointer is due, or the other way round, is not the function we know.
        let fits = used.iter().all(|&at| is_pointer(at))
            && (effects.ignores_others || (0..args.len()).all(|at| !is_pointer(at) || used.contains(&at)))
            && callee.variadic == (effects.variadic != Variadic::None);
        if !fits {
            return None;
        }
        let gives_pointer = !matches!(effects.gives, Gives::Number);
        if callee.results.iter().any(|&ty| (ty == Type::Ptr) != gives_pointer) {
            return None;
        }
        if let Variadic::Print(format) = effects.variadic {
            let format = args.get(format).and_then(|&format| known_text(program, body, format));
            if !format.is_some_and(only_reads) {
                return None;
            }
        }
        Some(effects)
    }
}

/// The bytes of a constant string up to its end.
fn known_text<'p>(program: &'p Program, body: &Body, value: Value) -> Option<&'p [u8]> {
    let Some(&Const::Addr(Symbol::Global(global), offset)) = body.constant(value) else { return None };
    let global = program.globals.get(global.index()).filter(|global| global.constant)?;
    let init = global.init.as_ref().filter(|init| init.pointers.is_empty() && init.undef.is_empty())?;
    let text = init.bytes.get(usize::try_from(offset).ok()?..)?;
    Some(text.split(|&byte| byte == 0).next().unwrap_or(text))
}

/// Whether a format of `printf` has no `%n`.
fn only_reads(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&byte| byte == b'%') {
        let conversion = &rest[start + 1..];
        let flags = conversion.iter().take_while(|byte| b"-+ #0123456789.*hlLqjztI'$".contains(byte)).count();
        match conversion.get(flags) {
            None | Some(b'n') => return false,
            Some(_) => rest = &conversion[flags + 1..],
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{only_reads, row};

    #[test]
    fn formats_that_write() {
        assert!(only_reads(b"%d of %s: %5.2f%%n\n"));
        assert!(!only_reads(b"%d%hhn") && !only_reads(b"%") && !only_reads(b"%*n"));
    }

    #[test]
    fn placement_new_is_not_an_allocation() {
        assert!(row("_ZnwmPv").is_none() && row("_Znwm").is_some() && row("_ZnamSt11align_val_t").is_some());
    }
}
