// <stdlib.h> and <inttypes.h>
//
// Numbers are read as glibc does: out of range gives the limit and ERANGE, a base that does not exist gives
// 0 and EINVAL; `atoi` and its relatives are not defined out of range. Digits are read one by one up to the first
// other byte.
//
// `qsort` is an insertion sort that goes on comparing where it could stop: the number of its steps then
// depends on the number of elements alone. Equal elements end in any order, and `bsearch` finds any of them,
// as the standard promises no more. It does not promise either how often the comparison is called, and with
// which elements; so one whose calls leave a trace is an obligation. It must not contradict itself: that is asked
// of two and of three elements that stand side by side at first. All others would be quadratic and cubic in number.
//
// Random numbers are any numbers of their range, but the same seed gives the same ones; `rand_r` is glibc's.
// The environment is any: a variable is missing or has any value that Linux hands on to a program, and keeps
// it. Of these there are as many as the models remember; more are obligations.
//
// Handlers of `atexit` and destructors of C++'s static objects run where destructors of the program run, and
// before them, since models are linked last.
//
// Decimal numbers of few digits and not far from 1 become floating-point numbers by one exact step: the digits are a
// number, the power of 10 is one, and their product or quotient is rounded once (Clinger, "How to Read Floating Point
// Numbers Accurately", PLDI 1990). Others are obligations.
//
// Left out: setenv and putenv, multibyte characters.

//@ abs
int abs(int x) {
    __fathom_precondition(x != INT_MIN, "the absolute value does not fit");
    return x < 0 ? -x : x;
}

//@ labs
long labs(long x) {
    __fathom_precondition(x != LONG_MIN, "the absolute value does not fit");
    return x < 0 ? -x : x;
}

//@ llabs
long long llabs(long long x) {
    __fathom_precondition(x != LLONG_MIN, "the absolute value does not fit");
    return x < 0 ? -x : x;
}

//@ imaxabs
intmax_t imaxabs(intmax_t x) {
    __fathom_precondition(x != -__INTMAX_MAX__ - 1, "the absolute value does not fit");
    return x < 0 ? -x : x;
}

//@ div
struct fathom_div {
    int quotient, remainder;
};
struct fathom_div div(int a, int b) { return (struct fathom_div){a / b, a % b}; }

//@ ldiv
struct fathom_ldiv {
    long quotient, remainder;
};
struct fathom_ldiv ldiv(long a, long b) { return (struct fathom_ldiv){a / b, a % b}; }

//@ lldiv
struct fathom_lldiv {
    long long quotient, remainder;
};
struct fathom_lldiv lldiv(long long a, long long b) { return (struct fathom_lldiv){a / b, a % b}; }

//@ imaxdiv
struct fathom_imaxdiv {
    intmax_t quotient, remainder;
};
struct fathom_imaxdiv imaxdiv(intmax_t a, intmax_t b) { return (struct fathom_imaxdiv){a / b, a % b}; }

//@ fathom_is_space : fathom_locale
static _Bool fathom_is_space(char c) {
    if (fathom_is_local(ForCharacters) && (byte)c >= 128)
        __fathom_unmodelled("spaces of another locale than \"C\"");
    return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

//@ fathom_digit
// The value of a digit, 36 if it is none.
static unsigned fathom_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

//@ fathom_integer : fathom_is_space fathom_digit
// An integer at the start of at most `limit` bytes. `highest` is the largest value and `lowest` the magnitude
// of the smallest; unsigned types have no smallest (`lowest` is 0), there a sign negates. In `used`: how many
// bytes it takes, 0 if there is none. Where it is out of range, the result is the limit.
struct fathom_range {
    unsigned long long highest, lowest;
    _Bool binary_prefix;
};
static unsigned long long fathom_integer(const char *s, size_t limit, int base, struct fathom_range range,
                                         size_t *used, _Bool *out_of_range) {
    size_t i = 0;
    *used = 0;
    while (i < limit && fathom_is_space(s[i]))
        i++;
    _Bool negative = i < limit && s[i] == '-';
    if (i < limit && (s[i] == '-' || s[i] == '+'))
        i++;
    if (i < limit && s[i] == '0') {
        char letter = limit - i > 2 ? s[i + 1] : 0;
        if ((base == 0 || base == 16) && (letter == 'x' || letter == 'X') && fathom_digit(s[i + 2]) < 16) {
            base = 16;
            i += 2;
        } else if (range.binary_prefix && (base == 0 || base == 2) && (letter == 'b' || letter == 'B') &&
                   fathom_digit(s[i + 2]) < 2) {
            base = 2;
            i += 2;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    unsigned radix = base;
    _Bool limited_below = negative & (range.lowest != 0);
    // Divisions of constants, as long as the base is one.
    unsigned long long most = limited_below ? range.lowest / radix : range.highest / radix;
    unsigned long long last = limited_below ? range.lowest % radix : range.highest % radix;
    unsigned long long value = 0;
    _Bool overflow = 0;
    unsigned digit = i < limit ? fathom_digit(s[i]) : 36;
    while (digit < radix) {
        overflow |= (value > most) | ((value == most) & (digit > last));
        value = value * radix + digit;
        i++;
        *used = i;
        digit = i < limit ? fathom_digit(s[i]) : 36;
    }
    *out_of_range = overflow;
    if (overflow)
        return limited_below ? -range.lowest : range.highest;
    return negative ? -value : value;
}

//@ fathom_strto : fathom_integer fathom_errno
static unsigned long long fathom_strto(const char *s, char **end, int base, struct fathom_range range) {
    size_t used;
    _Bool out_of_range;
    if (base < 0 || base == 1 || base > 36) {
        fathom_errno = EINVAL;
        return 0;
    }
    unsigned long long value = fathom_integer(s, SIZE_MAX, base, range, &used, &out_of_range);
    if (out_of_range)
        fathom_errno = ERANGE;
    if (end != NULL)
        *end = (char *)s + used;
    return value;
}
#define LONG_RANGE(binary) ((struct fathom_range){LONG_MAX, LONG_MAX + 1UL, binary})
#define LLONG_RANGE(binary) ((struct fathom_range){LLONG_MAX, LLONG_MAX + 1ULL, binary})
#define ULONG_RANGE(binary) ((struct fathom_range){LONG_MAX * 2UL + 1, 0, binary})
#define ULLONG_RANGE(binary) ((struct fathom_range){LLONG_MAX * 2ULL + 1, 0, binary})
#define STRTO(type, name, range) \
    type name(const char *s, char **end, int base) { return (type)fathom_strto(s, end, base, range); }

//@ strtol : fathom_strto
STRTO(long, strtol, LONG_RANGE(0))

//@ strtoll : fathom_strto
STRTO(long long, strtoll, LLONG_RANGE(0))

//@ strtoul : fathom_strto
STRTO(unsigned long, strtoul, ULONG_RANGE(0))

//@ strtoull : fathom_strto
STRTO(unsigned long long, strtoull, ULLONG_RANGE(0))

//@ strtoimax : fathom_strto
STRTO(intmax_t, strtoimax, LLONG_RANGE(0))

//@ strtoumax : fathom_strto
STRTO(uintmax_t, strtoumax, ULLONG_RANGE(0))

//@ strtoq : fathom_strto
STRTO(long long, strtoq, LLONG_RANGE(0))

//@ strtouq : fathom_strto
STRTO(unsigned long long, strtouq, ULLONG_RANGE(0))

//@ __isoc23_strtol : fathom_strto
STRTO(long, __isoc23_strtol, LONG_RANGE(1))

//@ __isoc23_strtoll : fathom_strto
STRTO(long long, __isoc23_strtoll, LLONG_RANGE(1))

//@ __isoc23_strtoul : fathom_strto
STRTO(unsigned long, __isoc23_strtoul, ULONG_RANGE(1))

//@ __isoc23_strtoull : fathom_strto
STRTO(unsigned long long, __isoc23_strtoull, ULLONG_RANGE(1))

//@ __isoc23_strtoimax : fathom_strto
STRTO(intmax_t, __isoc23_strtoimax, LLONG_RANGE(1))

//@ __isoc23_strtoumax : fathom_strto
STRTO(uintmax_t, __isoc23_strtoumax, ULLONG_RANGE(1))

//@ fathom_ato : fathom_integer
static unsigned long long fathom_ato(const char *s, unsigned long long highest) {
    size_t used;
    _Bool out_of_range;
    struct fathom_range range = {highest, highest + 1, 0};
    unsigned long long value = fathom_integer(s, SIZE_MAX, 10, range, &used, &out_of_range);
    __fathom_precondition(!out_of_range, "the number does not fit the type of the result");
    return value;
}

//@ atoi : fathom_ato
int atoi(const char *s) { return (int)fathom_ato(s, INT_MAX); }

//@ atol : fathom_ato
long atol(const char *s) { return (long)fathom_ato(s, LONG_MAX); }

//@ atoll : fathom_ato
long long atoll(const char *s) { return (long long)fathom_ato(s, LLONG_MAX); }

//@ fathom_decimal : fathom_is_space fathom_locale
struct fathom_decimal {
    _Bool negative;
    // Its value is that of the digits, times this power of 10.
    unsigned long long digits;
    int exponent;
    // How many bytes it takes, 0 if there is none.
    size_t used;
};
static struct fathom_decimal fathom_decimal(const char *s, unsigned long long most, int farthest) {
    struct fathom_decimal found = {0, 0, 0, 0};
    size_t i = 0;
    _Bool any = 0, point = 0;
    if (fathom_is_local(ForNumbers))
        __fathom_unmodelled("the decimal point of another locale than \"C\"");
    while (fathom_is_space(s[i]))
        i++;
    found.negative = s[i] == '-';
    if (s[i] == '-' || s[i] == '+')
        i++;
    if ((s[i] | 32) == 'i' || (s[i] | 32) == 'n')
        __fathom_unmodelled("a text that may be an infinity or NaN");
    if (s[i] == '0' && (s[i + 1] | 32) == 'x')
        __fathom_unmodelled("a hexadecimal floating-point number");
    for (char c = s[i]; (c >= '0' && c <= '9') || (c == '.' && !point); c = s[++i]) {
        if (c == '.') {
            point = 1;
            continue;
        }
        any = 1;
        found.digits = found.digits * 10 + (unsigned)(c - '0');
        found.exponent -= point;
        if (found.digits > most)
            __fathom_unmodelled("a floating-point number of many digits");
    }
    if (!any)
        return (struct fathom_decimal){0, 0, 0, 0};
    found.used = i;
    if ((s[i] | 32) == 'e') {
        _Bool down = s[i + 1] == '-';
        int power = 0;
        i += down || s[i + 1] == '+' ? 2 : 1;
        for (char c = s[i]; c >= '0' && c <= '9'; c = s[++i]) {
            power = power * 10 + (c - '0');
            if (power > 9999)
                __fathom_unmodelled("a floating-point number that is far from 1");
            found.used = i + 1;
        }
        found.exponent += down ? -power : power;
    }
    if (found.digits == 0)
        found.exponent = 0;
    if (found.exponent > farthest || found.exponent < -farthest)
        __fathom_unmodelled("a floating-point number that is far from 1");
    return found;
}

//@ fathom_to_double : fathom_decimal
static double fathom_to_double(const char *s, size_t *used) {
    struct fathom_decimal found = fathom_decimal(s, 1ULL << 53, 22);
    double value = (double)found.digits, power = 1;
    int farther = found.exponent < 0 ? -found.exponent : found.exponent;
    for (int i = 0; i < farther; i++)
        power *= 10;
    value = found.exponent < 0 ? value / power : value * power;
    *used = found.used;
    return found.negative ? -value : value;
}

//@ atof : fathom_to_double
double atof(const char *s) {
    size_t used;
    return fathom_to_double(s, &used);
}

//@ strtod : fathom_to_double
double strtod(const char *s, char **end) {
    size_t used;
    double value = fathom_to_double(s, &used);
    if (end != NULL)
        *end = (char *)s + used;
    return value;
}

//@ strtof : fathom_decimal
float strtof(const char *s, char **end) {
    struct fathom_decimal found = fathom_decimal(s, 1ULL << 24, 10);
    float value = (float)found.digits, power = 1;
    int farther = found.exponent < 0 ? -found.exponent : found.exponent;
    for (int i = 0; i < farther; i++)
        power *= 10;
    value = found.exponent < 0 ? value / power : value * power;
    if (end != NULL)
        *end = (char *)s + found.used;
    return found.negative ? -value : value;
}

//@ fathom_swap
static void fathom_swap(char *a, char *b, char *scratch, size_t size) {
    memcpy(scratch, a, size);
    memcpy(a, b, size);
    memcpy(b, scratch, size);
}

//@ fathom_array_bytes
static size_t fathom_array_bytes(size_t count, size_t size) {
    size_t bytes;
    __fathom_precondition(!__builtin_mul_overflow(count, size, &bytes),
                          "the size of all elements does not fit a size_t");
    return bytes;
}

//@ fathom_comparison
static void fathom_comparison(const void *compare) {
    if (!__fathom_leaves_no_trace(compare))
        __fathom_unmodelled("a comparison that leaves a trace, as nobody promises how often it is called");
}

//@ fathom_consistent
static int fathom_sign(int x) { return (x > 0) - (x < 0); }
static void fathom_consistent(_Bool yes) { __fathom_precondition(yes, "the comparison contradicts itself"); }
// What it says of the first and the second of three elements, the second and the third, and the first and the third.
HELPER void fathom_transitive(int first, int second, int both) {
    int sum = first + second;
    fathom_consistent(sum != 0 ? both == fathom_sign(sum) : first != 0 || both == 0);
}

//@ qsort : fathom_swap fathom_array_bytes fathom_read fathom_comparison fathom_consistent
void qsort(void *start, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *elements = start;
    fathom_read(start, fathom_array_bytes(count, size));
    if (count < 2 || size == 0)
        return;
    fathom_comparison((const void *)compare);
    int before = 0;
    for (size_t i = 1; i < count; i++) {
        char *a = elements + (i - 1) * size, *b = elements + i * size;
        int order = fathom_sign(compare(a, b));
        fathom_consistent(order == -fathom_sign(compare(b, a)));
        if (i > 1)
            fathom_transitive(before, order, fathom_sign(compare(a - size, b)));
        before = order;
    }
    char *scratch = __builtin_alloca(size);
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *a = elements + (j - 1) * size, *b = elements + j * size;
            int order = compare(a, b);
            if (order > 0 || (order == 0 && nondet_bool()))
                fathom_swap(a, b, scratch, size);
        }
}

//@ fathom_qsort_r : fathom_swap fathom_array_bytes fathom_read fathom_comparison fathom_consistent
static void fathom_qsort_r(void *start, size_t count, size_t size,
                           int (*compare)(const void *, const void *, void *), void *context) {
    char *elements = start;
    fathom_read(start, fathom_array_bytes(count, size));
    if (count < 2 || size == 0)
        return;
    fathom_comparison((const void *)compare);
    int before = 0;
    for (size_t i = 1; i < count; i++) {
        char *a = elements + (i - 1) * size, *b = elements + i * size;
        int order = fathom_sign(compare(a, b, context));
        fathom_consistent(order == -fathom_sign(compare(b, a, context)));
        if (i > 1)
            fathom_transitive(before, order, fathom_sign(compare(a - size, b, context)));
        before = order;
    }
    char *scratch = __builtin_alloca(size);
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *a = elements + (j - 1) * size, *b = elements + j * size;
            int order = compare(a, b, context);
            if (order > 0 || (order == 0 && nondet_bool()))
                fathom_swap(a, b, scratch, size);
        }
}

//@ qsort_r : fathom_qsort_r
void qsort_r(void *start, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
             void *context) {
    fathom_qsort_r(start, count, size, compare, context);
}

//@ __qsort_r : fathom_qsort_r
void __qsort_r(void *start, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
               void *context) {
    fathom_qsort_r(start, count, size, compare, context);
}

//@ bsearch : fathom_comparison
void *bsearch(const void *key, const void *start, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    if (count > 0)
        fathom_comparison((const void *)compare);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)start + middle * size;
        int order = compare(key, element);
        if (order == 0) {
            // Those that are equal stand side by side.
            _Bool up = nondet_bool();
            while (up && middle + 1 < high && compare(key, element + size) == 0 && nondet_bool()) {
                middle++;
                element += size;
            }
            while (!up && middle > low && compare(key, element - size) == 0 && nondet_bool()) {
                middle--;
                element -= size;
            }
            return (void *)element;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

//@ fathom_lfind
static void *fathom_lfind(const void *key, const void *start, size_t count, size_t size,
                          int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < count; i++) {
        const char *element = (const char *)start + i * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}

//@ lfind : fathom_lfind
void *lfind(const void *key, const void *start, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
    return fathom_lfind(key, start, *count, size, compare);
}

//@ lsearch : fathom_lfind
void *lsearch(const void *key, void *start, size_t *count, size_t size,
              int (*compare)(const void *, const void *)) {
    void *found = fathom_lfind(key, start, *count, size, compare);
    if (found == NULL) {
        found = memcpy((char *)start + *count * size, key, size);
        (*count)++;
    }
    return found;
}

//@ reallocarray : fathom_errno
void *reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        fathom_errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

//@ malloc_usable_size
// At least what was asked for.
size_t malloc_usable_size(void *block) {
    if (block == NULL)
        return 0;
    size_t size = __fathom_object_size(block), most = nondet_size();
    return most > size && most <= PTRDIFF_MAX ? most : size;
}

//@ fathom_random
// The numbers that a seed gives are any, but the same ones whenever it is set. `rand` and `random` share a seed,
// as in glibc; it is 1 at first. Those that were not asked for yet are chosen when they are.
#define SEEDS 8
#define NUMBERS 64
static struct {
    unsigned seed, known;
    // It was set again, so numbers that were not kept may be asked for a second time.
    _Bool again;
    int numbers[NUMBERS];
} fathom_sequences[SEEDS] = {{1, 0, 0, {0}}};
static unsigned fathom_seeds = 1, fathom_sequence, fathom_next_number;

HELPER void fathom_seed(unsigned seed) {
    // Where nothing was asked for, there is nothing to remember.
    if (fathom_seeds == 1 && fathom_sequences[0].known == 0) {
        fathom_sequences[0].seed = seed;
        return;
    }
    fathom_next_number = 0;
    for (unsigned i = 0; i < fathom_seeds; i++)
        if (fathom_sequences[i].seed == seed) {
            fathom_sequences[i].again = 1;
            fathom_sequence = i;
            return;
        }
    if (fathom_seeds == SEEDS)
        __fathom_unmodelled("more seeds of random numbers than the model keeps");
    fathom_sequence = fathom_seeds;
    fathom_sequences[fathom_seeds].seed = seed;
    fathom_seeds++;
}

HELPER int fathom_random(void) {
    unsigned at = fathom_next_number;
    if (at == NUMBERS) {
        if (fathom_sequences[fathom_sequence].again)
            __fathom_unmodelled("more random numbers of a seed that is set again than the model keeps");
        // Nobody may ask for these again.
        fathom_sequences[fathom_sequence].known = NUMBERS + 1;
        return nondet_uint() & INT_MAX;
    }
    fathom_next_number++;
    if (at >= fathom_sequences[fathom_sequence].known) {
        fathom_sequences[fathom_sequence].known = at + 1;
        fathom_sequences[fathom_sequence].numbers[at] = nondet_uint() & INT_MAX;
    }
    return fathom_sequences[fathom_sequence].numbers[at];
}

//@ rand : fathom_random
int rand(void) { return fathom_random(); }

//@ srand : fathom_random
void srand(unsigned seed) { fathom_seed(seed); }

//@ random : fathom_random
long random(void) { return fathom_random(); }

//@ srandom : fathom_random
void srandom(unsigned seed) { fathom_seed(seed); }

//@ rand_r
// Three steps of a linear congruential generator, of which 11, 10 and 10 bits are the number.
int rand_r(unsigned *seed) {
    unsigned state = *seed, number = 0;
    for (int part = 0; part < 3; part++) {
        state = state * 1103515245u + 12345u;
        number = part == 0 ? state / 65536 % 2048 : number << 10 ^ state / 65536 % 1024;
    }
    *seed = state;
    return (int)number;
}

//@ arc4random
unsigned arc4random(void) { return nondet_uint(); }

//@ fathom_getenv : fathom_strlen
// Linux hands no longer string on to a program, the name, `=` and the terminator included.
#define LONGEST_VARIABLE 131072
#define VARIABLES 8
#define NAME_SIZE 64
static struct {
    char name[NAME_SIZE];
    _Bool is_set;
} fathom_variables[VARIABLES];
static char fathom_values[VARIABLES][LONGEST_VARIABLE];
static unsigned fathom_variable_count;

static _Bool fathom_is_variable(unsigned which, const char *name) {
    size_t i = 0;
    char c;
    do {
        c = name[i];
        if (fathom_variables[which].name[i] != c)
            return 0;
        i++;
    } while (c != 0);
    return 1;
}

static char *fathom_getenv(const char *name) {
    size_t length = fathom_strlen(name);
    if (length >= NAME_SIZE)
        __fathom_unmodelled("an environment variable with a long name");
    unsigned which = 0;
    while (which < fathom_variable_count && !fathom_is_variable(which, name))
        which++;
    if (which == VARIABLES)
        __fathom_unmodelled("more environment variables than the model keeps");
    if (which == fathom_variable_count) {
        fathom_variable_count++;
        memcpy(fathom_variables[which].name, name, length + 1);
        fathom_variables[which].is_set = nondet_bool();
        if (fathom_variables[which].is_set)
            __fathom_havoc(fathom_values[which], LONGEST_VARIABLE - length - 2);
    }
    return fathom_variables[which].is_set ? fathom_values[which] : NULL;
}

//@ getenv : fathom_getenv
char *getenv(const char *name) { return fathom_getenv(name); }

//@ secure_getenv : fathom_getenv
// Programs with the rights of another user get nothing.
static int fathom_trusts_environment = -1;
char *secure_getenv(const char *name) {
    if (fathom_trusts_environment < 0)
        fathom_trusts_environment = nondet_bool();
    char *value = fathom_getenv(name);
    return fathom_trusts_environment ? value : NULL;
}

//@ system : fathom_strlen
int system(const char *command) {
    if (command != NULL)
        fathom_strlen(command);
    return nondet_int();
}

//@ fathom_at_exit
#define HANDLERS 64
static struct {
    void (*plain)(void);
    void (*with_argument)(void *);
    void *argument;
} fathom_handlers[HANDLERS];
static unsigned fathom_handler_count;
static _Bool fathom_handlers_are_done;

static int fathom_at_exit(void (*plain)(void), void (*with_argument)(void *), void *argument) {
    if (fathom_handlers_are_done)
        __fathom_unmodelled("a handler that is registered when all handlers have run");
    if (fathom_handler_count == HANDLERS)
        __fathom_unmodelled("more handlers of atexit than the model keeps");
    fathom_handlers[fathom_handler_count].plain = plain;
    fathom_handlers[fathom_handler_count].with_argument = with_argument;
    fathom_handlers[fathom_handler_count].argument = argument;
    fathom_handler_count++;
    return 0;
}

static __attribute__((destructor)) void fathom_run_handlers(void) {
    while (fathom_handler_count > 0) {
        fathom_handler_count--;
        if (fathom_handlers[fathom_handler_count].plain)
            fathom_handlers[fathom_handler_count].plain();
        else
            fathom_handlers[fathom_handler_count].with_argument(fathom_handlers[fathom_handler_count].argument);
    }
    fathom_handlers_are_done = 1;
}

//@ atexit : fathom_at_exit
int atexit(void (*handler)(void)) { return fathom_at_exit(handler, NULL, NULL); }
