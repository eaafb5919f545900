// What every model may use. No header of the system is read, so that models compile for every target that
// the compiler knows, and no name of the program's own headers can get in the way.

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef unsigned char byte;

// A function of a section that holds several, of which not all are always called.
#define HELPER static __attribute__((unused))

#define NULL ((void *)0)
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX ((size_t)__PTRDIFF_MAX__)

// glibc's numbers of errors.
#define EINTR 4
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#define EOVERFLOW 75
#define LAST_ERROR 133

// What the standard forbids: reported at the call of the library function.
void __fathom_precondition(_Bool, const char *);
// The same for source and target of a copy.
void __fathom_apart(_Bool, const char *);
// What the model does not know: an obligation of its own.
void __fathom_unmodelled(const char *);

// A value that is looked at, so it must be one that was set. Parameters that are numbers are, without a call of this.
void __fathom_use(unsigned long long);
// What is taken from the input, so that executions can be shown; nothing happens if it is not the standard input.
// Bytes as they are ('c'), without a buffer ('d'), fewer than there was room for ('p'), a word ('s') with spaces before it, or one byte again
// and again ('r'); the same, to be said again when they are written ('q'):
void __fathom_takes(_Bool standard, int how, const void *bytes, size_t count);
// a byte ('c'), a byte that the format wants ('l'), or a number in a base with spaces before it ('d', 'o', 'x', 'p',
// plus 256 times its width if it has one);
void __fathom_takes_integer(_Bool standard, int how, long long value);
void __fathom_takes_real(_Bool standard, double value);
// the end ('e'), an error ('x'), no number ('n'), not the bytes that the format wants ('l').
void __fathom_meets(_Bool standard, int what);
// The length of a floating-point number that is printed, without its sign: what is known of it, or the guess. An
// execution that depends on a wrong guess is none.
size_t __fathom_float_length(double value, int kind, int precision, _Bool alternate, size_t guess);
// Whether two ranges that can be accessed have bytes in common.
_Bool __fathom_overlap(const void *, size_t, const void *, size_t);
// How many bytes the object of a pointer has, 0 if there is none that is alive.
size_t __fathom_object_size(const void *);
// Whether nobody can tell how often a function was called.
_Bool __fathom_leaves_no_trace(const void *);
// Any bytes.
void __fathom_havoc(void *, size_t);
// Havocked bytes of which none may have a value. Engines take that for granted of none of them, so that proofs hold for
// more than there is; but an execution in which one has that value is none, and nothing fails in it.
void __fathom_without(void *, size_t, byte);

// The environment's choices. The names are our own: programs define the usual ones, some by library calls.
_Bool __VERIFIER_nondet_fathom_bool(void);
unsigned char __VERIFIER_nondet_fathom_uchar(void);
int __VERIFIER_nondet_fathom_int(void);
unsigned __VERIFIER_nondet_fathom_uint(void);
long __VERIFIER_nondet_fathom_long(void);
long long __VERIFIER_nondet_fathom_longlong(void);
size_t __VERIFIER_nondet_fathom_size(void);
float __VERIFIER_nondet_fathom_float(void);
double __VERIFIER_nondet_fathom_double(void);
#define nondet_bool __VERIFIER_nondet_fathom_bool
#define nondet_byte __VERIFIER_nondet_fathom_uchar
#define nondet_int __VERIFIER_nondet_fathom_int
#define nondet_uint __VERIFIER_nondet_fathom_uint
#define nondet_long __VERIFIER_nondet_fathom_long
#define nondet_llong __VERIFIER_nondet_fathom_longlong
#define nondet_size __VERIFIER_nondet_fathom_size
#define nondet_float __VERIFIER_nondet_fathom_float
#define nondet_double __VERIFIER_nondet_fathom_double
// What a function leaves open though nothing outside decides it: calls that ask for it leave no trace.
int __VERIFIER_nondet_fathom_open_int(void);
long long __VERIFIER_nondet_fathom_open_longlong(void);
#define open_int __VERIFIER_nondet_fathom_open_int
#define open_llong __VERIFIER_nondet_fathom_open_longlong

// What the evaluator knows by itself. A program that defines these replaces them for the library too: a string of
// `strdup` must come from the allocator whose `free` gets it.
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
void _Exit(int) __attribute__((noreturn));

// Copies are instructions and no calls, so that a `memcpy` of the program's own has no part in them.
#define memcpy(target, source, size) __builtin_memcpy((void *)(target), (const void *)(source), size)
#define memmove(target, source, size) __builtin_memmove((void *)(target), (const void *)(source), size)
#define memset(target, value, size) __builtin_memset((void *)(target), value, size)

// Arguments of a variadic function, as one object that functions hand on by its address.
struct fathom_args {
    __builtin_va_list list;
};
#define NEXT(args, type) __builtin_va_arg((args)->list, type)
