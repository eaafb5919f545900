// <stdio.h>: the scanf family
//
// From a stream, each conversion succeeds with any value that it can have, or ends the call: because the
// input ends, or because it does not match. Bytes of %s and %[ are any that these allow, as many as the width
// allows, or any number without one. Numbers that do not fit their type are not among the input.
//
// From a string, the string is read: d i u o x X p c s [ n %, as glibc does. Floats are obligations there, as
// are, everywhere, wide characters, allocation (%ms) and positions (%1$d).

//@ fathom_directive
struct fathom_directive {
    _Bool discard;
    // SIZE_MAX if there is none.
    size_t width;
    // h, H for hh, l, L for ll and L, j, z, t, or 0.
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
    while (format[*at] >= '0' && format[*at] <= '9') {
        d.width = d.width * 10 + (format[*at] - '0');
        (*at)++;
    }
    if (d.width == 0)
        d.width = SIZE_MAX;
    char length = format[*at];
    if (length == '$' || length == 'm')
        __fathom_unmodelled("positions and allocation in a format of scanf");
    if ((length == 'h') | (length == 'l') | (length == 'L') | (length == 'q') | (length == 'j') |
        (length == 'z') | (length == 't')) {
        d.length = length == 'q' ? 'L' : length;
        (*at)++;
        if ((length == 'h' || length == 'l') && format[*at] == length) {
            d.length = length == 'h' ? 'H' : 'L';
            (*at)++;
        }
    }
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

//@ fathom_scan_stream : fathom_directive fathom_file fathom_is_space fathom_fill
static int fathom_scan_stream(FILE *file, const char *format, struct fathom_args *args) {
    int done = 0;
    size_t at = 0;
    // Whether the input must match something that always may fail to.
    _Bool literal = 0;
    fathom_check_stream(file);
    while (format[at] != 0) {
        if (format[at] != '%') {
            literal |= !fathom_is_space(format[at]);
            at++;
            continue;
        }
        at++;
        struct fathom_directive d = fathom_directive(format, &at);
        if (d.kind == '%') {
            literal = 1;
            continue;
        }
        if (d.kind == 'n' && !literal) {
            if (!d.discard)
                fathom_store_integer(args, d.length, nondet_uint() & INT_MAX);
            continue;
        }
        if (file->end || nondet_bool()) {
            fathom_no_input(file);
            return done > 0 ? done : -1;
        }
        if ((literal || (d.kind != 'c' && d.kind != 'n')) && nondet_bool())
            return done;
        literal = 0;
        file->given_back = -1;
        switch (d.kind) {
        case 'n':
            if (!d.discard)
                fathom_store_integer(args, d.length, nondet_uint() & INT_MAX);
            continue;
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            if (!d.discard)
                fathom_store_integer(args, d.length, nondet_llong());
            break;
        case 'p':
            if (!d.discard)
                *NEXT(args, uintptr_t *) = nondet_size();
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            if (d.discard)
                break;
            if (d.length == 'l') {
                *NEXT(args, double *) = nondet_double();
            } else if (d.length == 'L') {
                __fathom_unmodelled("long double in a format of scanf");
                return done;
            } else {
                *NEXT(args, float *) = nondet_float();
            }
            break;
        case 'c':
            if (!d.discard)
                fathom_fill(NEXT(args, char *), d.width == SIZE_MAX ? 1 : d.width);
            break;
        case 's':
        case '[':
            if (!d.discard) {
                char *target = NEXT(args, char *);
                // A byte that is certainly allowed stands in for those that are not.
                byte allowed = 'a';
                if (d.kind == '[') {
                    allowed = nondet_byte();
                    if (!fathom_takes(&d, format, allowed))
                        return done;
                }
                size_t most = d.width < PTRDIFF_MAX ? d.width : PTRDIFF_MAX, count = nondet_size();
                if (count < 1)
                    count = 1;
                if (count > most)
                    count = most;
                target[count] = 0;
                for (size_t i = 0; i < count; i++) {
                    byte c = nondet_byte();
                    target[i] = fathom_takes(&d, format, c) ? c : allowed;
                }
            }
            break;
        default:
            __fathom_precondition(0, "the format has an unknown conversion");
            return done;
        }
        done += !d.discard;
    }
    return done;
}

//@ fathom_scan_text : fathom_directive fathom_integer fathom_is_space fathom_errno
static int fathom_scan_text(const char *s, const char *format, struct fathom_args *args) {
    int done = 0, error = fathom_errno;
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
            _Bool is_signed = d.kind == 'd' || d.kind == 'i', wide = d.length == 'L' || d.length == 'j';
            unsigned long long most = wide ? LLONG_MAX : LONG_MAX;
            struct fathom_range range = {is_signed ? most : most * 2 + 1, is_signed ? most + 1 : 0, 0};
            size_t used;
            unsigned long long value = fathom_integer(s + i, d.width, base, range, &used);
            fathom_errno = error;
            if (used == 0)
                return done;
            i += used;
            if (!d.discard)
                fathom_store_integer(args, d.kind == 'p' ? 'z' : d.length, value);
            break;
        }
        case 'c': {
            size_t count = d.width == SIZE_MAX ? 1 : d.width, taken = 0;
            char *target = d.discard ? NULL : NEXT(args, char *);
            while (taken < count && s[i] != 0) {
                if (target != NULL)
                    target[taken] = s[i];
                taken++;
                i++;
            }
            break;
        }
        case 's':
        case '[': {
            size_t taken = 0;
            char *target = d.discard ? NULL : NEXT(args, char *);
            while (taken < d.width && s[i] != 0 && fathom_takes(&d, format, s[i])) {
                if (target != NULL)
                    target[taken] = s[i];
                taken++;
                i++;
            }
            if (taken == 0)
                return done;
            if (target != NULL)
                target[taken] = 0;
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
