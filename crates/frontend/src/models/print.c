// <stdio.h>: the printf family
//
// Where the text goes to a stream, only the arguments are looked at: each is fetched with the type that its
// conversion asks for, so that missing ones are reads outside the arguments; strings are read as far as they
// are printed. The result is the length of the text; if there are pointers, %m or long doubles
// in it, any length that is not less than that of the rest. Lengths of doubles that depend on inputs are guessed.
//
// Where the text goes to memory it is written, for the conversions d i u o x X c s p % n with flags, width,
// precision and lengths. Others (floats, wide characters, positions like %1$d) are obligations there.
// A null pointer for %s is not excused.

//@ fathom_format_parts
// A number of digits in a format of printf or scanf; `at` is behind it then.
static int fathom_digits(const char *format, size_t *at) {
    unsigned value = 0;
    for (char c = format[*at]; c >= '0' && c <= '9'; c = format[++*at]) {
        value = value * 10 + (c - '0');
        if (value > INT_MAX / 100)
            __fathom_unmodelled("a width or a precision of more than 7 digits");
    }
    return (int)value;
}

// What a format says of the length of an argument: h, H for hh, l, L for ll, L and q, j, z, t, or 0.
static char fathom_length_modifier(const char *format, size_t *at) {
    char length = format[*at];
    if ((length != 'h') & (length != 'l') & (length != 'L') & (length != 'q') & (length != 'j') &
        (length != 'z') & (length != 'Z') & (length != 't'))
        return 0;
    (*at)++;
    if ((length == 'h' || length == 'l') && format[*at] == length) {
        (*at)++;
        return length == 'h' ? 'H' : 'L';
    }
    return length == 'q' ? 'L' : length == 'Z' ? 'z' : length;
}

//@ fathom_conversion : fathom_format_parts fathom_locale
struct fathom_conversion {
    _Bool left, zero, plus, space, alternate;
    // -1 if there is none.
    int width, precision;
    // See fathom_length_modifier.
    char length;
    char kind;
};

// A number of the format, or an argument for `*`; -1 for a negative one.
static int fathom_format_number(const char *format, size_t *at, struct fathom_args *args) {
    if (format[*at] == '*') {
        (*at)++;
        return NEXT(args, int);
    }
    return fathom_digits(format, at);
}

// What the standard leaves undefined: flags, widths, precisions and lengths that a conversion has no use for.
static void fathom_check_conversion(const struct fathom_conversion *c, _Bool bare) {
    _Bool real = 0, with_base = 0, number = 0;
    switch (c->kind) {
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        real = number = 1;
        break;
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
        with_base = number = 1;
        break;
    case 'd':
    case 'i':
    case 'u':
        number = 1;
        break;
    case 'n':
    case '%':
        __fathom_precondition(bare, "the format has flags, a width or a precision with %% or %n");
        return;
    case 'm':
        return;
    }
    if (c->alternate)
        __fathom_precondition(with_base || real, "the format has the flag # where it means nothing");
    if (c->zero)
        __fathom_precondition(number, "the format has the flag 0 where it means nothing");
    if (c->precision >= 0)
        __fathom_precondition(number || c->kind == 's', "the format has a precision where it means nothing");
    if (c->length != 0 && (real || !number))
        __fathom_precondition(c->length == 'l' ? c->kind != 'p' : c->length == 'L' && real,
                              "the format has a length where it means nothing");
}

// Reads what stands behind a `%`; `at` is behind it then.
static struct fathom_conversion fathom_conversion(const char *format, size_t *at, struct fathom_args *args) {
    struct fathom_conversion c = {0, 0, 0, 0, 0, 0, -1, 0, 0};
    size_t start = *at;
    _Bool flags = 1;
    while (flags) {
        char flag = format[*at];
        c.left |= flag == '-';
        c.zero |= flag == '0';
        c.plus |= flag == '+';
        c.space |= flag == ' ';
        c.alternate |= flag == '#';
        flags = (flag == '-') | (flag == '0') | (flag == '+') | (flag == ' ') | (flag == '#') |
                (flag == '\'');
        if (flag == '\'' && fathom_is_local(ForNumbers))
            __fathom_unmodelled("groups of digits in another locale than \"C\"");
        if (flags)
            (*at)++;
    }
    c.width = fathom_format_number(format, at, args);
    if (c.width < 0) {
        c.left = 1;
        c.width = -c.width;
    }
    if (format[*at] == '$')
        __fathom_unmodelled("positions of arguments in a format");
    if (format[*at] == '.') {
        (*at)++;
        c.precision = fathom_format_number(format, at, args);
        if (c.precision < 0)
            c.precision = -1;
    }
    _Bool bare = *at == start;
    c.length = fathom_length_modifier(format, at);
    c.kind = format[*at];
    __fathom_precondition(c.kind != 0, "the format ends inside a conversion");
    if (!bare || c.length != 0)
        fathom_check_conversion(&c, bare);
    (*at)++;
    return c;
}

HELPER unsigned long long fathom_next_signed(struct fathom_args *args, char length) {
    switch (length) {
    case 'H':
        return (signed char)NEXT(args, int);
    case 'h':
        return (short)NEXT(args, int);
    case 'l':
        return NEXT(args, long);
    case 'L':
    case 'j':
        return NEXT(args, long long);
    case 'z':
    case 't':
        return NEXT(args, ssize_t);
    default:
        return NEXT(args, int);
    }
}

HELPER unsigned long long fathom_next_unsigned(struct fathom_args *args, char length) {
    switch (length) {
    case 'H':
        return (byte)NEXT(args, int);
    case 'h':
        return (unsigned short)NEXT(args, int);
    case 'l':
        return NEXT(args, unsigned long);
    case 'L':
    case 'j':
        return NEXT(args, unsigned long long);
    case 'z':
    case 't':
        return NEXT(args, size_t);
    default:
        return NEXT(args, unsigned);
    }
}

// `%n`
HELPER void fathom_store_count(struct fathom_args *args, char length, size_t count) {
    switch (length) {
    case 'H':
        *NEXT(args, signed char *) = (signed char)count;
        break;
    case 'h':
        *NEXT(args, short *) = (short)count;
        break;
    case 'l':
        *NEXT(args, long *) = (long)count;
        break;
    case 'L':
    case 'j':
        *NEXT(args, long long *) = (long long)count;
        break;
    case 'z':
    case 't':
        *NEXT(args, size_t *) = count;
        break;
    default:
        *NEXT(args, int *) = (int)count;
    }
}

//@ fathom_fetch : fathom_conversion fathom_strlen fathom_strnlen
// How much a text takes that is not written: all of it, or more than that.
struct fathom_length {
    size_t least;
    _Bool more;
};

static void fathom_add_length(struct fathom_length *length, const struct fathom_conversion *c, size_t count) {
    length->least += count < (size_t)c->width ? (size_t)c->width : count;
}

// The digits of a number, as comparisons with the powers of the base: no step depends on the value.
static size_t fathom_digit_count(unsigned long long value, unsigned base) {
    size_t count = value != 0;
    unsigned long long power = 1;
    int most = base == 8 ? 22 : base == 10 ? 20 : 16;
    for (int i = 1; i < most; i++) {
        power *= base;
        count += value >= power;
    }
    return count;
}

static void fathom_add_number(struct fathom_length *length, unsigned long long value, unsigned base,
                              unsigned before, const struct fathom_conversion *c) {
    size_t count = fathom_digit_count(value, base), least = c->precision < 0 ? 1 : c->precision;
    if (base == 8 && c->alternate && least <= count)
        least = count + 1;
    fathom_add_length(length, c, before + (count < least ? least : count));
}

static size_t fathom_some_length(struct fathom_length length) {
    if (!length.more)
        return length.least;
    size_t count = nondet_uint() & INT_MAX;
    return count < length.least ? length.least : count;
}

// Looks at the arguments that a format asks for.
static struct fathom_length fathom_fetch(const char *format, struct fathom_args *args) {
    size_t at = 0;
    struct fathom_length length = {0, 0};
    while (format[at] != 0) {
        if (format[at] != '%') {
            length.least++;
            at++;
            continue;
        }
        at++;
        struct fathom_conversion c = fathom_conversion(format, &at, args);
        switch (c.kind) {
        case '%':
            length.least++;
            break;
        case 'm':
            fathom_add_length(&length, &c, 0);
            length.more = 1;
            break;
        case 'd':
        case 'i': {
            unsigned long long value = fathom_next_signed(args, c.length);
            _Bool negative = (long long)value < 0;
            fathom_add_number(&length, negative ? -value : value, 10, negative | c.plus | c.space, &c);
            break;
        }
        case 'u':
            fathom_add_number(&length, fathom_next_unsigned(args, c.length), 10, 0, &c);
            break;
        case 'o':
            fathom_add_number(&length, fathom_next_unsigned(args, c.length), 8, 0, &c);
            break;
        case 'x':
        case 'X': {
            unsigned long long value = fathom_next_unsigned(args, c.length);
            fathom_add_number(&length, value, 16, c.alternate && value != 0 ? 2 : 0, &c);
            break;
        }
        case 'b':
        case 'B':
            __fathom_use(fathom_next_unsigned(args, c.length));
            fathom_add_length(&length, &c, 0);
            length.more = 1;
            break;
        case 'c':
            if (c.length == 'l') {
                __fathom_unmodelled("wide characters in a format");
                return length;
            }
            __fathom_use((unsigned)NEXT(args, int));
            fathom_add_length(&length, &c, 1);
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            if (c.length == 'L') {
                __fathom_use(NEXT(args, long double) == 0);
                fathom_add_length(&length, &c, 1);
                length.more = 1;
            } else {
                double value = NEXT(args, double);
                size_t guess = 1 + (nondet_uint() & 0xfffffff);
                __fathom_use(value == 0);
                guess = __fathom_float_length(value, c.kind, c.precision, c.alternate, guess);
                fathom_add_length(&length, &c, guess + ((__builtin_signbit(value) != 0) | c.plus | c.space));
                // Other locales have other decimal points.
                length.more |= fathom_is_local(ForNumbers);
            }
            break;
        case 's': {
            if (c.length == 'l') {
                __fathom_unmodelled("wide strings in a format");
                return length;
            }
            const char *s = NEXT(args, const char *);
            fathom_add_length(&length, &c, c.precision < 0 ? fathom_strlen(s) : fathom_strnlen(s, c.precision));
            break;
        }
        case 'p': {
            _Bool null = NEXT(args, void *) == NULL;
            fathom_add_length(&length, &c, null ? 5 : 3);
            length.more |= !null;
            break;
        }
        case 'n':
            fathom_store_count(args, c.length, fathom_some_length(length));
            break;
        default:
            __fathom_precondition(0, "the format has an unknown conversion");
            return length;
        }
    }
    return length;
}

//@ fathom_format : fathom_conversion fathom_strlen fathom_strnlen fathom_copy fathom_apart
// Text that is written to memory as far as there is room, and counted.
#define PRINTED_STRINGS 4
struct fathom_text {
    char *target;
    size_t room, count;
    // Whether there is room for a terminator.
    _Bool ends;
    // The first strings that were printed, with their terminators if these were read.
    const char *strings[PRINTED_STRINGS];
    size_t lengths[PRINTED_STRINGS];
    unsigned string_count;
};

// How many bytes are written if the text has no more than so many.
static size_t fathom_written(const struct fathom_text *text, size_t count) {
    return text->ends ? (count < text->room ? count : text->room) + 1 : 0;
}

static void fathom_put(struct fathom_text *text, char c) {
    if (text->count < text->room)
        text->target[text->count] = c;
    text->count++;
}

static void fathom_put_many(struct fathom_text *text, char c, int count) {
    for (int i = 0; i < count; i++)
        fathom_put(text, c);
}

static void fathom_put_string(struct fathom_text *text, const char *s, const struct fathom_conversion *c) {
    size_t length = c->precision < 0 ? fathom_strlen(s) : fathom_strnlen(s, c->precision);
    int padding = length < (size_t)c->width ? c->width - (int)length : 0;
    size_t read = c->precision < 0 || length < (size_t)c->precision ? length + 1 : length;
    // What comes behind it may reach it too, but from now on nobody knows what is in there.
    fathom_apart(text->target, fathom_written(text, text->count + padding + length), s, read);
    if (text->string_count < PRINTED_STRINGS) {
        text->strings[text->string_count] = s;
        text->lengths[text->string_count] = read;
        text->string_count++;
    }
    if (!c->left)
        fathom_put_many(text, ' ', padding);
    if (text->count < text->room) {
        size_t left = text->room - text->count;
        fathom_copy(text->target + text->count, s, length < left ? length : left);
    }
    text->count += length;
    if (c->left)
        fathom_put_many(text, ' ', padding);
}

// `prefix`: 0, a sign, or x or X after a 0.
static void fathom_put_number(struct fathom_text *text, unsigned long long value, unsigned base, char prefix,
                              const struct fathom_conversion *c) {
    char digits[24];
    int count = 0;
    char letters = c->kind == 'X' ? 'A' : 'a';
    while (value != 0) {
        unsigned digit = value % base;
        digits[count] = digit < 10 ? '0' + digit : letters + (digit - 10);
        count++;
        value /= base;
    }
    int least = c->precision < 0 ? 1 : c->precision;
    int zeros = least > count ? least - count : 0;
    if (base == 8 && c->alternate && zeros == 0)
        zeros = 1;
    int before = prefix == 0 ? 0 : prefix == 'x' || prefix == 'X' ? 2 : 1;
    int padding = c->width > before + zeros + count ? c->width - (before + zeros + count) : 0;
    if (c->zero && !c->left && c->precision < 0) {
        zeros += padding;
        padding = 0;
    }
    if (!c->left)
        fathom_put_many(text, ' ', padding);
    if (before == 2)
        fathom_put(text, '0');
    if (before > 0)
        fathom_put(text, prefix);
    fathom_put_many(text, '0', zeros);
    for (int i = count; i > 0; i--)
        fathom_put(text, digits[i - 1]);
    if (c->left)
        fathom_put_many(text, ' ', padding);
}

// Writes a text and its terminator to `size` bytes, and gives its length.
static int fathom_format(char *target, size_t size, const char *format, struct fathom_args *args) {
    struct fathom_text text;
    text.target = target;
    text.room = size > 0 ? size - 1 : 0;
    text.count = 0;
    text.ends = size > 0;
    text.string_count = 0;
    size_t at = 0;
    while (format[at] != 0) {
        if (format[at] != '%') {
            fathom_put(&text, format[at]);
            at++;
            continue;
        }
        at++;
        struct fathom_conversion c = fathom_conversion(format, &at, args);
        switch (c.kind) {
        case '%':
            fathom_put(&text, '%');
            break;
        case 'd':
        case 'i': {
            unsigned long long value = fathom_next_signed(args, c.length);
            _Bool negative = (long long)value < 0;
            _Bool narrow = c.length == 0 || c.length == 'h' || c.length == 'H';
            char sign = negative ? '-' : c.plus ? '+' : c.space ? ' ' : 0;
            unsigned long long magnitude = negative ? -value : value;
            // As an unsigned int where it fits one, so that everybody sees how many digits there can be.
            fathom_put_number(&text, narrow ? (unsigned)magnitude : magnitude, 10, sign, &c);
            break;
        }
        case 'u':
            fathom_put_number(&text, fathom_next_unsigned(args, c.length), 10, 0, &c);
            break;
        case 'o':
            fathom_put_number(&text, fathom_next_unsigned(args, c.length), 8, 0, &c);
            break;
        case 'x':
        case 'X': {
            unsigned long long value = fathom_next_unsigned(args, c.length);
            fathom_put_number(&text, value, 16, c.alternate && value != 0 ? c.kind : 0, &c);
            break;
        }
        case 'p': {
            void *pointer = NEXT(args, void *);
            c.precision = -1;
            if (pointer == NULL)
                fathom_put_string(&text, "(nil)", &c);
            else
                fathom_put_number(&text, (uintptr_t)pointer, 16, 'x', &c);
            break;
        }
        case 'c': {
            if (c.length == 'l')
                __fathom_unmodelled("wide characters in a format");
            char character = (char)NEXT(args, int);
            if (!c.left)
                fathom_put_many(&text, ' ', c.width - 1);
            fathom_put(&text, character);
            if (c.left)
                fathom_put_many(&text, ' ', c.width - 1);
            break;
        }
        case 's':
            if (c.length == 'l')
                __fathom_unmodelled("wide strings in a format");
            fathom_put_string(&text, NEXT(args, const char *), &c);
            break;
        case 'n':
            fathom_store_count(args, c.length, text.count);
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            __fathom_unmodelled("floating-point numbers written to memory by a format");
            return -1;
        case 'm':
            __fathom_unmodelled("%m in a format");
            return -1;
        default:
            __fathom_precondition(0, "the format has an unknown conversion");
            return -1;
        }
    }
    size_t written = fathom_written(&text, text.count);
    for (unsigned i = 0; i < text.string_count; i++)
        fathom_apart(target, written, text.strings[i], text.lengths[i]);
    fathom_apart(target, written, format, at + 1);
    if (size > 0)
        target[text.count < text.room ? text.count : text.room] = 0;
    return (int)text.count;
}

//@ fathom_variadic
// The bodies of variadic functions, and of those that have a va_list.
#define VARIADIC(last, call) \
    struct fathom_args args; \
    __builtin_va_start(args.list, last); \
    int result = call; \
    __builtin_va_end(args.list); \
    return result;
// What is left in a list that is given is indeterminate (C11 7.16p3).
#define WITH_LIST(given, call) \
    struct fathom_args args; \
    __builtin_va_copy(args.list, given); \
    int result = call; \
    __builtin_va_end(args.list); \
    __builtin_va_end(given); \
    return result;

//@ fathom_printed_length : fathom_fetch fathom_errno
static int fathom_printed_length(struct fathom_length length) {
    size_t count = fathom_some_length(length);
    if (count <= INT_MAX)
        return (int)count;
    fathom_errno = EOVERFLOW;
    return -1;
}

//@ fathom_print : fathom_fetch fathom_printed_length fathom_file fathom_variadic
static int fathom_print(FILE *file, const char *format, struct fathom_args *args) {
    struct fathom_length length = fathom_fetch(format, args);
    return fathom_output_fails(file) ? -1 : fathom_printed_length(length);
}

//@ printf : fathom_print fathom_stdout
int printf(const char *format, ...) { VARIADIC(format, fathom_print(&fathom_stdout, format, &args)) }

//@ __printf_chk : fathom_print fathom_stdout
int __printf_chk(int, const char *format, ...) {
    VARIADIC(format, fathom_print(&fathom_stdout, format, &args))
}

//@ vprintf : fathom_print fathom_stdout
int vprintf(const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_print(&fathom_stdout, format, &args))
}

//@ __vprintf_chk : fathom_print fathom_stdout
int __vprintf_chk(int, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_print(&fathom_stdout, format, &args))
}

//@ fprintf : fathom_print
int fprintf(FILE *file, const char *format, ...) { VARIADIC(format, fathom_print(file, format, &args)) }

//@ __fprintf_chk : fathom_print
int __fprintf_chk(FILE *file, int, const char *format, ...) {
    VARIADIC(format, fathom_print(file, format, &args))
}

//@ vfprintf : fathom_print
int vfprintf(FILE *file, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_print(file, format, &args))
}

//@ __vfprintf_chk : fathom_print
int __vfprintf_chk(FILE *file, int, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_print(file, format, &args))
}

//@ fathom_print_to : fathom_fetch fathom_printed_length fathom_fail fathom_io_fails fathom_variadic
static int fathom_print_to(const char *format, struct fathom_args *args) {
    struct fathom_length length = fathom_fetch(format, args);
    return fathom_io_fails() ? fathom_fail() : fathom_printed_length(length);
}

//@ dprintf : fathom_print_to
int dprintf(int, const char *format, ...) { VARIADIC(format, fathom_print_to(format, &args)) }

//@ __dprintf_chk : fathom_print_to
int __dprintf_chk(int, int, const char *format, ...) { VARIADIC(format, fathom_print_to(format, &args)) }

//@ vdprintf : fathom_print_to
int vdprintf(int, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_print_to(format, &args))
}

//@ __vdprintf_chk : fathom_print_to
int __vdprintf_chk(int, int, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_print_to(format, &args))
}

//@ syslog : fathom_print_to
void syslog(int, const char *format, ...) {
    struct fathom_args args;
    __builtin_va_start(args.list, format);
    fathom_print_to(format, &args);
    __builtin_va_end(args.list);
}

//@ sprintf : fathom_format fathom_variadic
int sprintf(char *target, const char *format, ...) {
    VARIADIC(format, fathom_format(target, PTRDIFF_MAX, format, &args))
}

//@ vsprintf : fathom_format fathom_variadic
int vsprintf(char *target, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_format(target, PTRDIFF_MAX, format, &args))
}

//@ fathom_format_within : fathom_format
// Text that must fit.
HELPER int fathom_format_within(char *target, size_t room, const char *format,
                                struct fathom_args *args) {
    int count = fathom_format(target, room < PTRDIFF_MAX ? room : PTRDIFF_MAX, format, args);
    __fathom_precondition((size_t)count < room, "the target is too small");
    return count;
}

//@ __sprintf_chk : fathom_format_within fathom_variadic
int __sprintf_chk(char *target, int, size_t room, const char *format, ...) {
    VARIADIC(format, fathom_format_within(target, room, format, &args))
}

//@ __vsprintf_chk : fathom_format_within fathom_variadic
int __vsprintf_chk(char *target, int, size_t room, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_format_within(target, room, format, &args))
}

//@ snprintf : fathom_format fathom_variadic
int snprintf(char *target, size_t size, const char *format, ...) {
    VARIADIC(format, fathom_format(target, size, format, &args))
}

//@ vsnprintf : fathom_format fathom_variadic
int vsnprintf(char *target, size_t size, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_format(target, size, format, &args))
}

//@ __snprintf_chk : fathom_format fathom_variadic
int __snprintf_chk(char *target, size_t size, int, size_t room, const char *format, ...) {
    __fathom_precondition(size <= room, "the target is too small");
    VARIADIC(format, fathom_format(target, size, format, &args))
}

//@ __vsnprintf_chk : fathom_format fathom_variadic
int __vsnprintf_chk(char *target, size_t size, int, size_t room, const char *format, __builtin_va_list list) {
    __fathom_precondition(size <= room, "the target is too small");
    WITH_LIST(list, fathom_format(target, size, format, &args))
}

//@ fathom_allocate_text : fathom_format fathom_errno fathom_variadic
// The text is made twice: once to know its length.
static int fathom_allocate_text(char **target, const char *format, struct fathom_args *args) {
    struct fathom_args again;
    __builtin_va_copy(again.list, args->list);
    int count = fathom_format(NULL, 0, format, args);
    char *text = count < 0 ? NULL : malloc((size_t)count + 1);
    if (text == NULL) {
        fathom_errno = ENOMEM;
        count = -1;
    } else {
        fathom_format(text, (size_t)count + 1, format, &again);
        *target = text;
    }
    __builtin_va_end(again.list);
    return count;
}

//@ asprintf : fathom_allocate_text
int asprintf(char **target, const char *format, ...) {
    VARIADIC(format, fathom_allocate_text(target, format, &args))
}

//@ __asprintf_chk : fathom_allocate_text
int __asprintf_chk(char **target, int, const char *format, ...) {
    VARIADIC(format, fathom_allocate_text(target, format, &args))
}

//@ vasprintf : fathom_allocate_text
int vasprintf(char **target, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_allocate_text(target, format, &args))
}

//@ __vasprintf_chk : fathom_allocate_text
int __vasprintf_chk(char **target, int, const char *format, __builtin_va_list list) {
    WITH_LIST(list, fathom_allocate_text(target, format, &args))
}
