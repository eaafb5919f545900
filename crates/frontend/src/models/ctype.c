// <ctype.h> in the "C" locale
//
// The argument is an unsigned char or EOF, as the standard demands. Classes are the bits of glibc's table,
// which is also what its headers look into (`__ctype_b_loc`); there, other arguments are reads outside the
// table. glibc's table begins at -128, for programs that forget to convert a char.

//@ fathom_character
HELPER void fathom_character(int c) {
    __fathom_precondition((c >= -1) & (c <= 255), "the argument is neither an unsigned char nor EOF");
}

//@ fathom_class : fathom_character
#define BETWEEN(low, c, high) (((c) >= (low)) & ((c) <= (high)))
#define UPPER(c) BETWEEN('A', c, 'Z')
#define LOWER(c) BETWEEN('a', c, 'z')
#define DIGIT(c) BETWEEN('0', c, '9')
enum {
    Upper = 1 << 8,
    Lower = 1 << 9,
    Alpha = 1 << 10,
    Digit = 1 << 11,
    Hex = 1 << 12,
    Space = 1 << 13,
    Print = 1 << 14,
    Graph = 1 << 15,
    Blank = 1 << 0,
    Control = 1 << 1,
    Punctuation = 1 << 2,
    Alnum = 1 << 3,
};
#define CLASS(name, bit, condition) \
    int name(int c) { \
        fathom_character(c); \
        return (condition) ? bit : 0; \
    }

//@ isupper : fathom_class
CLASS(isupper, Upper, UPPER(c))

//@ islower : fathom_class
CLASS(islower, Lower, LOWER(c))

//@ isalpha : fathom_class
CLASS(isalpha, Alpha, UPPER(c) | LOWER(c))

//@ isdigit : fathom_class
CLASS(isdigit, Digit, DIGIT(c))

//@ isxdigit : fathom_class
CLASS(isxdigit, Hex, DIGIT(c) | BETWEEN('A', c, 'F') | BETWEEN('a', c, 'f'))

//@ isspace : fathom_class
CLASS(isspace, Space, (c == ' ') | BETWEEN('\t', c, '\r'))

//@ isprint : fathom_class
CLASS(isprint, Print, BETWEEN(' ', c, '~'))

//@ isgraph : fathom_class
CLASS(isgraph, Graph, BETWEEN('!', c, '~'))

//@ isblank : fathom_class
CLASS(isblank, Blank, (c == ' ') | (c == '\t'))

//@ iscntrl : fathom_class
CLASS(iscntrl, Control, BETWEEN(0, c, 31) | (c == 127))

//@ ispunct : fathom_class
CLASS(ispunct, Punctuation,
      BETWEEN('!', c, '/') | BETWEEN(':', c, '@') | BETWEEN('[', c, '`') | BETWEEN('{', c, '~'))

//@ isalnum : fathom_class
CLASS(isalnum, Alnum, DIGIT(c) | UPPER(c) | LOWER(c))

//@ isascii
int isascii(int c) { return (c & ~0x7f) == 0; }

//@ toascii
int toascii(int c) { return c & 0x7f; }

//@ fathom_upper : fathom_character
static int fathom_upper(int c) {
    fathom_character(c);
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

//@ toupper : fathom_upper
int toupper(int c) { return fathom_upper(c); }

//@ _toupper : fathom_upper
int _toupper(int c) { return fathom_upper(c); }

//@ fathom_lower : fathom_character
static int fathom_lower(int c) {
    fathom_character(c);
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

//@ tolower : fathom_lower
int tolower(int c) { return fathom_lower(c); }

//@ _tolower : fathom_lower
int _tolower(int c) { return fathom_lower(c); }

//@ __ctype_b_loc : fathom_class
static const unsigned short fathom_classes[384] = {
    [128 + 0 ... 128 + 8] = Control,
    [128 + '\t'] = Control | Space | Blank,
    [128 + '\n' ... 128 + '\r'] = Control | Space,
    [128 + 14 ... 128 + 31] = Control,
    [128 + ' '] = Space | Print | Blank,
    [128 + '!' ... 128 + '/'] = Print | Graph | Punctuation,
    [128 + '0' ... 128 + '9'] = Print | Graph | Alnum | Digit | Hex,
    [128 + ':' ... 128 + '@'] = Print | Graph | Punctuation,
    [128 + 'A' ... 128 + 'F'] = Print | Graph | Alnum | Alpha | Upper | Hex,
    [128 + 'G' ... 128 + 'Z'] = Print | Graph | Alnum | Alpha | Upper,
    [128 + '[' ... 128 + '`'] = Print | Graph | Punctuation,
    [128 + 'a' ... 128 + 'f'] = Print | Graph | Alnum | Alpha | Lower | Hex,
    [128 + 'g' ... 128 + 'z'] = Print | Graph | Alnum | Alpha | Lower,
    [128 + '{' ... 128 + '~'] = Print | Graph | Punctuation,
    [128 + 127] = Control,
};
static const unsigned short *const fathom_classes_at_0 = fathom_classes + 128;
const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&fathom_classes_at_0; }

//@ fathom_case_rows
#define ROW(base, f) \
    f(base), f(base + 1), f(base + 2), f(base + 3), f(base + 4), f(base + 5), f(base + 6), f(base + 7), \
        f(base + 8), f(base + 9), f(base + 10), f(base + 11), f(base + 12), f(base + 13), f(base + 14), \
        f(base + 15)
#define ROWS(base, f) \
    ROW(base, f), ROW(base + 16, f), ROW(base + 32, f), ROW(base + 48, f), ROW(base + 64, f), \
        ROW(base + 80, f), ROW(base + 96, f), ROW(base + 112, f)
// -1 is EOF and stays, other negative numbers stand for the chars that they are converted to.
#define UNSIGNED(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + ('a' - 'A') : UNSIGNED(c))
#define TO_UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - ('a' - 'A') : UNSIGNED(c))

//@ __ctype_tolower_loc : fathom_case_rows
static const int fathom_lowers[384] = {ROWS(-128, TO_LOWER), ROWS(0, TO_LOWER), ROWS(128, TO_LOWER)};
static const int *const fathom_lowers_at_0 = fathom_lowers + 128;
const int **__ctype_tolower_loc(void) { return (const int **)&fathom_lowers_at_0; }

//@ __ctype_toupper_loc : fathom_case_rows
static const int fathom_uppers[384] = {ROWS(-128, TO_UPPER), ROWS(0, TO_UPPER), ROWS(128, TO_UPPER)};
static const int *const fathom_uppers_at_0 = fathom_uppers + 128;
const int **__ctype_toupper_loc(void) { return (const int **)&fathom_uppers_at_0; }

//@ __ctype_get_mb_cur_max
size_t __ctype_get_mb_cur_max(void) { return 1; }
