//! An `assert` that leaves a trace where the compiler knows that its condition holds.
//!
//! Clang makes no code of `assert(sizeof(int) == 4)`, and a program that asserts nothing else would have no properties.
//! So a header `<assert.h>` comes before the one of the library, includes that, and defines `assert` once more: it calls
//! `__fathom_asserts` first, which asserts what is true (`fathom_lower` drops it where the condition is looked at).

use std::fs;
use std::path::Path;

use crate::FrontendError;

/// Headers of other libraries than glibc are left as they are. In C++ a `constexpr` function may assert, and may call no other
/// function while the compiler evaluates it.
const HEADER: &str = r#"#include_next <assert.h>
#if !defined NDEBUG && defined __GLIBC__ && defined __ASSERT_FUNCTION
# ifndef __fathom_assert_h
#  define __fathom_assert_h
#  ifndef __cplusplus
extern void __fathom_asserts(const char *) __attribute__((__nothrow__));
#  else
extern "C" void __fathom_asserts(const char *) __attribute__((__nothrow__));
#  endif
# endif
# undef assert
# ifndef __cplusplus
#  define assert(...) \
    (__fathom_asserts(#__VA_ARGS__), (__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __ASSERT_FUNCTION))
# else
#  define assert(...) \
    (__builtin_is_constant_evaluated() ? (void)0 : __fathom_asserts(#__VA_ARGS__), \
     static_cast<bool>(__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __ASSERT_FUNCTION))
# endif
#endif
"#;

/// Writes the header into a directory, which is to be searched for it before the system's.
pub fn write(directory: &Path) -> Result<(), FrontendError> {
    let path = directory.join("assert.h");
    fs::write(&path, HEADER).map_err(|source| FrontendError::Temporary { path, source })
}
