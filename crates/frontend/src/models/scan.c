// <stdio.h>: the scanf family
//
// From a stream, each conversion succeeds with any value that it can have, or ends the call: because the
// input ends, or because it does not match. Integers are those that the width has room for; bytes of %s and %[
// are any that these allow, as many as the width allows, or any number without one. What is known of the byte
// behind a conversion is kept for whoever reads next. Numbers of which a byte was given back by ungetc, and
// floats with a width, are obligations. Numbers that do not fit their target are cut, as in glibc: whoever reads
// with a format from outside can get one, so that to refuse them would be to refuse the function.
//
// From a string, the string is read: d i u o x X p c s [ n %, as glibc does, or as the standard says where the
// two differ. Numbers must fit there. Floats are obligations there, as
// are, everywhere, wide characters, allocation (%ms) and positions (%1$d).

//@ fathom_directive : fathom_format_parts
struct fathom_directive {
    _Bool discard;
    // SIZE_MAX if there is none.
    size_t width;
    // See fathom_length_modifier.
    char length;
    char kind;
    // For %[: where its bytes begin and end in the format, and whether they are those that do not match.
    size_t set, set_end;
    _Bool negated;
};

// Reads what stands behind a `%`; `at` is behind it then.
static struct fathom_directive fathom_directive(const char *format, size_t *at) {
    struct fathom_directive d = {0, 0, 0, 0, 0, 0, 0};
    if (format[*at] == '*') {
        d.discard = 1;
        (*at)++;
    }
    d.width = fathom_digits(format, at);
    if (d.width == 0)
        d.width = SIZE_MAX;
    if (format[*at] == '$' || format[*at] == 'm')
        __fathom_unmodelled("positions and allocation in a format of scanf");
    d.length = fathom_length_modifier(format, at);
    d.kind = format[*at];
    __fathom_precondition(d.kind != 0, "the format ends inside a conversion");
    (*at)++;
    if (d.length == 'l' && (d.kind == 'c' || d.kind == 's' || d.kind == '['))
        __fathom_unmodelled("wide characters in a format of scanf");
    if (d.kind == '[') {
        if (format[*at] == '^') {
            d.negated = 1;
            (*at)++;
        }
        d.set = *at;
        d.set_end = *at;
        if (format[d.set_end] == ']')
            d.set_end++;
        while (format[d.set_end] != 0 && format[d.set_end] != ']')
            d.set_end++;
        __fathom_precondition(format[d.set_end] != 0, "the format ends inside a conversion");
        *at = d.set_end + 1;
    }
    return d;
}

// Whether %s or %[ may take a byte.
HELPER _Bool fathom_takes(const struct fathom_directive *d, const char *format, byte c) {
    if (d->kind == 's')
        return !((c == ' ') | ((c >= '\t') & (c <= '\r')));
    _Bool found = 0;
    for (size_t i = d->set; i < d->set_end; i++) {
        byte low = format[i], high = low;
        if (d->set_end - i > 2 && format[i + 1] == '-') {
            high = format[i + 2];
            i += 2;
        }
        found |= (low <= c) & (c <= high);
    }
    return found != d->negated;
}

// The largest value of an unsigned target.
HELPER unsigned long long fathom_target_limit(char length) {
    switch (length) {
    case 'H':
        return (byte)-1;
    case 'h':
        return (unsigned short)-1;
    case 'l':
        return -1UL;
    case 'L':
    case 'j':
        return -1ULL;
    case 'z':
    case 't':
        return SIZE_MAX;
    default:
        return -1U;
    }
}

HELPER void fathom_store_integer(struct fathom_args *args, char length, unsigned long long value) {
    switch (length) {
    case 'H':
        *NEXT(args, byte *) = (byte)value;
        break;
    case 'h':
        *NEXT(args, unsigned short *) = (unsigned short)value;
        break;
    case 'l':
        *NEXT(args, unsigned long *) = (unsigned long)value;
        break;
    case 'L':
    case 'j':
        *NEXT(args, unsigned long long *) = value;
        break;
    case 'z':
    case 't':
        *NEXT(args, size_t *) = (size_t)value;
        break;
    default:
        *NEXT(args, unsigned *) = (unsigned)value;
    }
}

//@ fathom_scan_stream : fathom_directive fathom_next_byte fathom_is_space fathom_digit
// How far a call is in its input: the bytes that it took are at least these, or exactly.
struct fathom_taken {
    size_t least;
    _Bool exact;
};

// The largest number of so many digits, up to LLONG_MAX.
static long long fathom_largest(unsigned base, size_t digits) {
    long long value = 0;
    for (size_t i = 0; i < digits && i < 64; i++) {
        if (value > (LLONG_MAX - (base - 1)) / base)
            return LLONG_MAX;
        value = value * base + (base - 1);
    }
    return value;
}

// An integer that fits into so many bytes, of which a sign takes one, and a prefix two.
static long long fathom_some_integer(char kind, size_t width) {
    long long value = nondet_llong();
    if (width >= 64)
        return value;
    unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
    long long high = fathom_largest(base, width), low = fathom_largest(base, width - 1);
    if (kind == 'i' && width > 3) {
        long long high_hex = fathom_largest(16, width - 2), low_hex = fathom_largest(16, width - 3);
        high = high_hex > high ? high_hex : high;
        low = low_hex > low ? low_hex : low;
    }
    return (value > high && high != LLONG_MAX) || (value < -low && low != LLONG_MAX) ? 0 : value;
}

// Spaces are skipped, a byte that was given back included.
static void fathom_skip(FILE *file, struct fathom_taken *taken) {
    if (file->given_back >= 0 && fathom_is_space((char)file->given_back)) {
        file->given_back = -1;
        file->next = Anything;
        taken->least++;
    }
    if (file->given_back < 0)
        taken->exact = 0;
}

// The first byte of a number was given back: whether it can be one.
static _Bool fathom_begins_number(char kind, byte c) {
    _Bool real = (kind | 32) == 'a' || (kind | 32) == 'e' || (kind | 32) == 'f' || (kind | 32) == 'g';
    if (real)
        return c == '+' || c == '-' || c == '.' || (c | 32) == 'i' || (c | 32) == 'n' || (c >= '0' && c <= '9');
    unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
    return c == '+' || c == '-' || fathom_digit(c) < base || (kind == 'p' && c == '(');
}

static void fathom_end(FILE *file) {
    file->next = Anything;
    file->end = 1;
    __fathom_meets(file->standard, 'e');
}

// A conversion that stops only where it cannot go on may have met the end of the input.
static void fathom_stop(FILE *file, enum fathom_next next) {
    file->next = next;
    if (nondet_bool())
        fathom_end(file);
}

// What a conversion of integers leaves behind it, if no width stopped it. Prefixes decide what %i reads.
static enum fathom_next fathom_behind(const struct fathom_directive *d) {
    if (d->width != SIZE_MAX)
        return Anything;
    switch (d->kind) {
    case 'd':
    case 'u':
        return NoDigit;
    case 'o':
    case 'i':
        return NoOctalDigit;
    case 'x':
    case 'X':
        return NoHexDigit;
    default:
        return Anything;
    }
}

// A byte that was looked at is still there.
static void fathom_see(FILE *file, byte c) {
    __fathom_takes_integer(file->standard, 'c', c);
    file->given_back = c;
    file->only_seen = 1;
}

// %[ stops at the end, or at a byte that it does not take, which is still there.
static void fathom_stop_at(FILE *file, const struct fathom_directive *d, const char *format) {
    byte c = fathom_next_byte(file, -1);
    if (nondet_bool() || fathom_takes(d, format, c)) {
        fathom_end(file);
        return;
    }
    fathom_see(file, c);
}

// %s and %[: the number of bytes, 0 if the first does not match.
static size_t fathom_scan_bytes(FILE *file, const struct fathom_directive *d, const char *format, char *target) {
    // For %s, spaces are behind us, so that nothing is known of the byte but that it is none.
    if (d->kind == 's')
        file->next = Anything;
    _Bool old = file->given_back >= 0;
    byte first = old ? (byte)file->given_back : fathom_next_byte(file, -1);
    if (!fathom_takes(d, format, first)) {
        if (d->kind == '[' || old) {
            if (!old)
                fathom_see(file, first);
            return 0;
        }
        first = 'a';
    }
    file->given_back = -1;
    size_t most = d->width < PTRDIFF_MAX ? d->width : PTRDIFF_MAX, count = nondet_size();
    if (count < 1)
        count = 1;
    if (count > most)
        count = most;
    __fathom_takes(file->standard, 'q', &first, count - old);
    if (!d->discard) {
        target[count] = 0;
        target[0] = first;
        for (size_t i = 1; i < count; i++) {
            byte c = nondet_byte();
            // One that is certainly allowed stands in for those that are not.
            target[i] = fathom_takes(d, format, c) ? c : first;
        }
        __fathom_takes(file->standard, d->kind == 's' ? 's' : 'c', target + old, count - old);
    } else {
        // Nobody looks at the others.
        __fathom_takes(file->standard, 'r', &first, count - old);
    }
    if (count < d->width && d->kind == 's')
        fathom_stop(file, OnlySpace);
    else if (count < d->width)
        fathom_stop_at(file, d, format);
    return count;
}

static int fathom_scan_stream(FILE *file, const char *format, struct fathom_args *args) {
    int done = 0;
    size_t at = 0;
    // Whether the input must match something that always may fail to.
    _Bool literal = 0;
    struct fathom_taken taken = {0, 1};
    fathom_begin_input(file);
    if (!file->reads) {
        fathom_no_input(file);
        return -1;
    }
    while (format[at] != 0) {
        struct fathom_directive d = {0, SIZE_MAX, 0, '%', 0, 0, 0};
        byte wanted = format[at];
        at++;
        if (fathom_is_space(wanted)) {
            fathom_skip(file, &taken);
            if (file->given_back < 0)
                fathom_stop(file, NoSpace);
            continue;
        }
        if (wanted == '%')
            d = fathom_directive(format, &at);
        if (d.kind == '%') {
            if (wanted == '%')
                fathom_skip(file, &taken);
            if (file->given_back >= 0 ? file->given_back != wanted : !fathom_may_be_next(file->next, wanted))
                return done;
            literal |= file->given_back < 0;
            if (file->given_back < 0)
                __fathom_takes_integer(file->standard, 'l', wanted);
            file->given_back = -1;
            file->next = Anything;
            taken.least++;
            continue;
        }
        if (literal || d.kind != 'n') {
            _Bool skips = d.kind != 'c' && d.kind != '[' && d.kind != 'n';
            if (file->given_back < 0 && (file->end || nondet_bool())) {
                fathom_no_input(file);
                return done > 0 ? done : -1;
            }
            if (literal && nondet_bool()) {
                __fathom_meets(file->standard, 'l');
                return done;
            }
            literal = 0;
            if (skips)
                fathom_skip(file, &taken);
        }
        switch (d.kind) {
        case 'n': {
            if (!taken.exact)
                __fathom_unmodelled("%n behind a number, or where there may be spaces");
            if (!d.discard)
                fathom_store_integer(args, d.length, taken.least);
            continue;
        }
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
        case 'p':
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            if (file->given_back >= 0) {
                if (!fathom_begins_number(d.kind, file->given_back))
                    return done;
                if (!file->only_seen)
                    __fathom_unmodelled("a number of which ungetc gave a byte back");
                // Which number it begins is left open.
                file->given_back = -1;
                file->next = Anything;
            }
            // Another byte than one that a number can have.
            if (nondet_bool()) {
                // The input may end behind a part of a number, such as a sign, if there is room for more than that.
                if (d.width > 1 && nondet_bool()) {
                    __fathom_takes_integer(file->standard, 'c', '-');
                    fathom_end(file);
                    return done;
                }
                file->next = fathom_behind(&d);
                __fathom_meets(file->standard, 'n');
                return done;
            }
            taken.least++;
            taken.exact = 0;
            break;
        default:
            break;
        }
        switch (d.kind) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X': {
            long long value = d.discard ? 0 : fathom_some_integer(d.kind, d.width);
            __fathom_takes_integer(file->standard, d.kind | (d.width < 64 ? (int)d.width << 8 : 0), value);
            fathom_stop(file, fathom_behind(&d));
            if (!d.discard)
                fathom_store_integer(args, d.length, value);
            break;
        }
        case 'p': {
            uintptr_t value = nondet_size();
            __fathom_takes_integer(file->standard, 'p', value);
            fathom_stop(file, Anything);
            if (!d.discard)
                *NEXT(args, uintptr_t *) = value;
            break;
        }
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': {
            float single = d.length == 'l' ? 0 : nondet_float();
            double value = d.length == 'l' ? nondet_double() : single;
            __fathom_takes_real(file->standard, value);
            // A digit would be a part of it, unless it is "inf" or "nan".
            fathom_stop(file, __builtin_isfinite(value) ? NoDigit : Anything);
            if (d.discard)
                break;
            if (d.width != SIZE_MAX)
                __fathom_unmodelled("a width of floating-point numbers in a format of scanf");
            if (d.length == 'l') {
                *NEXT(args, double *) = value;
            } else if (d.length == 'L') {
                __fathom_unmodelled("long double in a format of scanf");
                return done;
            } else {
                *NEXT(args, float *) = single;
            }
            break;
        }
        case 'c': {
            size_t wanted_bytes = d.width == SIZE_MAX ? 1 : d.width, count = wanted_bytes;
            char *target = d.discard ? NULL : NEXT(args, char *);
            _Bool old = file->given_back >= 0;
            byte first = old ? (byte)file->given_back : fathom_next_byte(file, -1);
            file->given_back = -1;
            file->next = Anything;
            // glibc is content with less where the input ends.
            if (wanted_bytes > 1) {
                count = nondet_size();
                if (count < 1 || count > wanted_bytes)
                    count = wanted_bytes;
                if (count < wanted_bytes)
                    file->end = 1;
            }
            __fathom_takes(file->standard, 'q', &first, count - old);
            if (!d.discard) {
                for (size_t i = count; i > 1; i--)
                    target[i - 1] = nondet_byte();
                target[0] = first;
                __fathom_takes(file->standard, 'c', target + old, count - old);
            } else {
                __fathom_takes(file->standard, 'r', &first, count - old);
            }
            taken.least += count;
            break;
        }
        case 's':
        case '[': {
            size_t count = fathom_scan_bytes(file, &d, format, d.discard ? NULL : NEXT(args, char *));
            if (count == 0)
                return done;
            taken.least += count;
            break;
        }
        default:
            __fathom_precondition(0, "the format has an unknown conversion");
            return done;
        }
        done += !d.discard;
    }
    // What the format has at its end must match too, and the input may end before it.
    if (literal && (file->end || nondet_bool())) {
        fathom_no_input(file);
        return done > 0 ? done : -1;
    }
    return done;
}

//@ fathom_scan_text : fathom_directive fathom_integer fathom_is_space fathom_strlen fathom_copy fathom_apart
// Copies `count` bytes at a position of a string to a target, of which it writes one more if there is a terminator. All
// of the string must be apart from that, as glibc looks for its end before anything else.
static void fathom_copy_part(char *target, const char *s, size_t at, size_t count, _Bool terminated) {
    fathom_apart(target, count + terminated, s, at + fathom_strlen(s + at) + 1);
    fathom_copy(target, s + at, count);
    if (terminated)
        target[count] = 0;
}

static int fathom_scan_text(const char *s, const char *format, struct fathom_args *args) {
    int done = 0;
    size_t at = 0, i = 0;
    while (format[at] != 0) {
        if (fathom_is_space(format[at])) {
            while (fathom_is_space(s[i]))
                i++;
            at++;
            continue;
        }
        if (format[at] != '%') {
            if (s[i] == 0)
                return done > 0 ? done : -1;
            if (s[i] != format[at])
                return done;
            i++;
            at++;
            continue;
        }
        at++;
        struct fathom_directive d = fathom_directive(format, &at);
        if (d.kind == 'n') {
            if (!d.discard)
                fathom_store_integer(args, d.length, i);
            continue;
        }
        if (d.kind != 'c' && d.kind != '[')
            while (fathom_is_space(s[i]))
                i++;
        if (s[i] == 0)
            return done > 0 ? done : -1;
        switch (d.kind) {
        case '%':
            if (s[i] != '%')
                return done;
            i++;
            continue;
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
        case 'p': {
            int base = d.kind == 'i' ? 0 : d.kind == 'o' ? 8 : d.kind == 'd' || d.kind == 'u' ? 10 : 16;
            _Bool is_signed = d.kind == 'd' || d.kind == 'i', out_of_range;
            char length = d.kind == 'p' ? 'z' : d.length;
            unsigned long long most = fathom_target_limit(length);
            struct fathom_range range = {is_signed ? most / 2 : most, is_signed ? most / 2 + 1 : 0, 0};
            size_t used, sign = s[i] == '-' || s[i] == '+';
            unsigned long long value = fathom_integer(s + i, d.width, base, range, &used, &out_of_range);
            // A prefix without digits does not match, says the standard; glibc takes it for a zero.
            if (used == sign + 1 && (base == 0 || base == 16) && d.width > used && s[i + sign] == '0' &&
                (s[i + used] == 'x' || s[i + used] == 'X')) {
                if (nondet_bool())
                    return done;
                used++;
            }
            if (used == 0)
                return done;
            i += used;
            if (!d.discard) {
                __fathom_precondition(!out_of_range, "a number does not fit where the format puts it");
                fathom_store_integer(args, length, value);
            }
            break;
        }
        case 'c': {
            size_t count = d.width == SIZE_MAX ? 1 : d.width, taken = 0;
            char *target = d.discard ? NULL : NEXT(args, char *);
            while (taken < count && s[i + taken] != 0)
                taken++;
            if (!d.discard)
                fathom_copy_part(target, s, i, taken, 0);
            i += taken;
            break;
        }
        case 's':
        case '[': {
            size_t taken = 0;
            char *target = d.discard ? NULL : NEXT(args, char *);
            while (taken < d.width && s[i + taken] != 0 && fathom_takes(&d, format, s[i + taken]))
                taken++;
            if (taken == 0)
                return done;
            if (!d.discard)
                fathom_copy_part(target, s, i, taken, 1);
            i += taken;
            break;
        }
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            __fathom_unmodelled("floating-point numbers read from a string by a format");
            return done;
        default:
            __fathom_precondition(0, "the format has an unknown conversion");
            return done;
        }
        done += !d.discard;
    }
    return done;
}

//@ scanf : fathom_scan_stream fathom_stdin fathom_variadic
int scanf(const char *format, ...) { VARIADIC(format, fathom_scan_stream(&fathom_stdin, format, &args)) }

//@ vscanf : fathom_scan_stream fathom_stdin fathom_variadic
int vscanf(const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_stream(&fathom_stdin, format, &args))
}

//@ fscanf : fathom_scan_stream fathom_variadic
int fscanf(FILE *file, const char *format, ...) { VARIADIC(format, fathom_scan_stream(file, format, &args)) }

//@ vfscanf : fathom_scan_stream fathom_variadic
int vfscanf(FILE *file, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_stream(file, format, &args))
}

//@ sscanf : fathom_scan_text fathom_variadic
int sscanf(const char *s, const char *format, ...) { VARIADIC(format, fathom_scan_text(s, format, &args)) }

//@ vsscanf : fathom_scan_text fathom_variadic
int vsscanf(const char *s, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_text(s, format, &args))
}

//@ __isoc99_scanf : fathom_scan_stream fathom_stdin fathom_variadic
int __isoc99_scanf(const char *format, ...) {
    VARIADIC(format, fathom_scan_stream(&fathom_stdin, format, &args))
}

//@ __isoc99_vscanf : fathom_scan_stream fathom_stdin fathom_variadic
int __isoc99_vscanf(const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_stream(&fathom_stdin, format, &args))
}

//@ __isoc99_fscanf : fathom_scan_stream fathom_variadic
int __isoc99_fscanf(FILE *file, const char *format, ...) {
    VARIADIC(format, fathom_scan_stream(file, format, &args))
}

//@ __isoc99_vfscanf : fathom_scan_stream fathom_variadic
int __isoc99_vfscanf(FILE *file, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_stream(file, format, &args))
}

//@ __isoc99_sscanf : fathom_scan_text fathom_variadic
int __isoc99_sscanf(const char *s, const char *format, ...) {
    VARIADIC(format, fathom_scan_text(s, format, &args))
}

//@ __isoc99_vsscanf : fathom_scan_text fathom_variadic
int __isoc99_vsscanf(const char *s, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_text(s, format, &args))
}

//@ __isoc23_scanf : fathom_scan_stream fathom_stdin fathom_variadic
int __isoc23_scanf(const char *format, ...) {
    VARIADIC(format, fathom_scan_stream(&fathom_stdin, format, &args))
}

//@ __isoc23_vscanf : fathom_scan_stream fathom_stdin fathom_variadic
int __isoc23_vscanf(const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_stream(&fathom_stdin, format, &args))
}

//@ __isoc23_fscanf : fathom_scan_stream fathom_variadic
int __isoc23_fscanf(FILE *file, const char *format, ...) {
    VARIADIC(format, fathom_scan_stream(file, format, &args))
}

//@ __isoc23_vfscanf : fathom_scan_stream fathom_variadic
int __isoc23_vfscanf(FILE *file, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_stream(file, format, &args))
}

//@ __isoc23_sscanf : fathom_scan_text fathom_variadic
int __isoc23_sscanf(const char *s, const char *format, ...) {
    VARIADIC(format, fathom_scan_text(s, format, &args))
}

//@ __isoc23_vsscanf : fathom_scan_text fathom_variadic
int __isoc23_vsscanf(const char *s, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_scan_text(s, format, &args))
}
