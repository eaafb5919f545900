// What the models need to run natively, and what the drivers share.

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <wchar.h>

static int failures;
#define CHECK(condition, ...) \
    do { \
        if (!(condition)) { \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__); \
            printf("\n"); \
            if (++failures > 20) \
                exit(1); \
        } \
    } while (0)
static int finish(void) { return failures != 0; }

// Random numbers, the same in every run.
static uint64_t state = 88172645463325252u;
static uint64_t any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
static unsigned below(unsigned limit) { return any() % limit; }

// A text of up to `most` bytes out of an alphabet.
static char *any_text(char *target, unsigned most, const char *alphabet) {
    unsigned n = below(most + 1), size = strlen(alphabet);
    for (unsigned i = 0; i < n; i++)
        target[i] = alphabet[below(size)];
    target[n] = 0;
    return target;
}

// A copy of a string whose terminator is the last byte before a page that cannot be accessed. There are two
// such places.
static char *at_edge(int place, const char *text) {
    static char *ends[2];
    if (ends[place] == NULL) {
        char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || mprotect(pages + 4096, 4096, PROT_NONE) != 0)
            exit(2);
        ends[place] = pages + 4096;
    }
    size_t size = strlen(text) + 1;
    return memcpy(ends[place] - size, text, size);
}

// A precondition that does not hold ends a call inside REFUSED, and the test elsewhere.
static jmp_buf refused;
static int refusal_wanted;
void __fathom_precondition(_Bool holds, const char *text) {
    if (!holds && refusal_wanted)
        longjmp(refused, 1);
    CHECK(holds, "%s", text);
}
void __fathom_unmodelled(const char *text) {
    if (refusal_wanted)
        longjmp(refused, 1);
    CHECK(0, "%s", text);
}
void __fathom_apart(_Bool holds, const char *text) { __fathom_precondition(holds, text); }
void __fathom_use(unsigned long long value) { (void)value; }
void __fathom_takes(_Bool standard, int how, const void *bytes, size_t count) {}
void __fathom_takes_integer(_Bool standard, int how, long long value) {}
void __fathom_takes_real(_Bool standard, double value) {}
void __fathom_meets(_Bool standard, int what) {}
size_t __fathom_float_length(double value, int kind, int precision, _Bool alternate, size_t guess) {
    char format[] = {'%', alternate ? '#' : '-', '.', '*', (char)kind, 0};
    return snprintf(NULL, 0, format, precision, fabs(value));
}

_Bool __fathom_overlap(const void *a, size_t m, const void *b, size_t n) {
    return (const char *)a < (const char *)b + n && (const char *)b < (const char *)a + m;
}
size_t __fathom_object_size(const void *block) { return malloc_usable_size((void *)block); }
_Bool __fathom_leaves_no_trace(const void *function) { return function != NULL; }
#define REFUSED(call) (refusal_wanted = 1, setjmp(refused) ? (refusal_wanted = 0, 1) : ((void)(call), refusal_wanted = 0))

_Bool __VERIFIER_nondet_fathom_bool(void) { return any() & 1; }
unsigned char __VERIFIER_nondet_fathom_uchar(void) { return any(); }
int __VERIFIER_nondet_fathom_int(void) { return any(); }
int __VERIFIER_nondet_fathom_open_int(void) { return any(); }
long long __VERIFIER_nondet_fathom_open_longlong(void) { return any(); }
unsigned __VERIFIER_nondet_fathom_uint(void) { return any(); }
long __VERIFIER_nondet_fathom_long(void) { return any(); }
long long __VERIFIER_nondet_fathom_longlong(void) { return any(); }
// Small more often than not: where it is the length of something, that is the interesting case.
size_t __VERIFIER_nondet_fathom_size(void) { return below(16); }
float __VERIFIER_nondet_fathom_float(void) { return (float)(any() % 1000); }
double __VERIFIER_nondet_fathom_double(void) { return (double)(any() % 1000); }

void __fathom_havoc(void *start, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((char *)start)[i] = any();
}

void __fathom_without(void *start, size_t size, unsigned char value) {
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)start)[i] ^= ((unsigned char *)start)[i] == value;
}

int *model___errno_location(void);
#define MODEL_ERRNO (*model___errno_location())
static int sign(int x) { return (x > 0) - (x < 0); }
