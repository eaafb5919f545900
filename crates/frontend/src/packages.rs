//! What a machine lacks, told from what clang does not find.
//!
//! Clang names a header deep inside the C library; which package has it is another question, and with `-m32` one that
//! most people meet for the first time.

use crate::{Language, Options, Word};

/// What to install if clang did not find headers that belong to the C or C++ library for this target.
pub fn missing(diagnostics: &str, language: Language, options: &Options) -> Option<&'static str> {
    let (before, _) = diagnostics.split_once("' file not found")?;
    let (_, header) = before.rsplit_once('\'')?;
    let is_32 = options.word == Some(Word::Bits32)
        || options.cflags.iter().any(|flag| flag == "-m32" || flag.starts_with("--target=i"));
    match language {
        Language::Cpp if OF_CPP.contains(&header) => Some(if is_32 { CPP_32 } else { CPP }),
        Language::C | Language::Cpp if is_inside(header) && is_32 => Some(C_32),
        Language::C | Language::Cpp if is_inside(header) || OF_C.contains(&header) => Some(C),
        Language::C | Language::Cpp | Language::Rust | Language::LlvmText | Language::LlvmBitcode => None,
    }
}

/// Headers that others of the C library include, in directories of the target.
fn is_inside(header: &str) -> bool {
    ["bits/", "gnu/stubs", "asm/", "sys/cdefs.h"].iter().any(|begin| header.starts_with(begin))
}

/// Some that programs include, and that clang has not itself.
const OF_C: [&str; 8] =
    ["assert.h", "ctype.h", "errno.h", "math.h", "stdio.h", "stdlib.h", "string.h", "time.h"];

/// Some that programs in C++ include, and what those include first.
const OF_CPP: [&str; 12] = [
    "algorithm",
    "bits/c++config.h",
    "cassert",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "iostream",
    "memory",
    "string",
    "utility",
    "vector",
];

const C: &str = "the headers of the C library are missing (Debian and Ubuntu: apt install libc6-dev)";
const CPP: &str = "the headers of the C++ library are missing (Debian and Ubuntu: apt install g++)";
const C_32: &str = "with -m32, the headers of the C library for 32 bits are needed \
                    (Debian and Ubuntu: apt install gcc-multilib; Fedora: dnf install glibc-devel.i686)";
const CPP_32: &str = "with -m32, the headers of the C++ library for 32 bits are needed \
                      (Debian and Ubuntu: apt install g++-multilib; Fedora: dnf install libstdc++-devel.i686)";

#[cfg(test)]
mod tests {
    use super::*;

    fn of(header: &str, language: Language, word: Word) -> Option<&'static str> {
        let said =
            format!("/usr/include/stdio.h:27:10: fatal error: '{header}' file not found\n#include <x>\n");
        missing(&said, language, &Options { word: Some(word), ..Options::default() })
    }

    #[test]
    fn packages_by_target_and_language() {
        assert_eq!(of("bits/libc-header-start.h", Language::C, Word::Bits32), Some(C_32));
        assert_eq!(of("gnu/stubs-32.h", Language::C, Word::Bits32), Some(C_32));
        assert_eq!(of("bits/c++config.h", Language::Cpp, Word::Bits32), Some(CPP_32));
        assert_eq!(of("gnu/stubs-32.h", Language::Cpp, Word::Bits32), Some(C_32));
        assert_eq!(of("stdio.h", Language::C, Word::Bits64), Some(C));
        assert_eq!(of("vector", Language::Cpp, Word::Bits64), Some(CPP));
    }

    #[test]
    fn headers_of_the_user_are_the_users() {
        assert_eq!(of("mine.h", Language::C, Word::Bits32), None);
        assert_eq!(of("vector", Language::C, Word::Bits64), None);
        assert_eq!(missing("error: x\n", Language::C, &Options::default()), None);
    }

    #[test]
    fn flags_choose_the_target_too() {
        let options = Options { cflags: vec!["-m32".into()], ..Options::default() };
        let said = "fatal error: 'gnu/stubs-32.h' file not found";
        assert_eq!(missing(said, Language::C, &options), Some(C_32));
    }
}
