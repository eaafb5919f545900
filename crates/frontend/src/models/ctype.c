// <ctype.h>
//
// ASCII is the same in all locales, but for letters of which the other case may be no ASCII.
//
// The argument is an unsigned char or EOF, as the standard demands. Classes are the bits of glibc's table,
// which is also what its headers look into (`__ctype_b_loc`); there, other arguments are reads outside the
// table. glibc's table begins at -128, for programs that forget to convert a char.

//@ fathom_character
HELPER void fathom_character(int c) {
    __fathom_precondition((c >= -1) & (c <= 255), "the argument is neither an unsigned char nor EOF");
}

//@ fathom_truth
// 0, or any other number: the standard promises no more of what tells yes from no.
static int fathom_truth(_Bool yes) {
    int any = open_int();
    any = any == 0 ? 1 : any;
    return yes ? any : 0;
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

//@ fathom_class_table : fathom_class
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
// The same in another locale, of which only ASCII is known.
static unsigned short fathom_local_classes[384];
static const unsigned short *fathom_classes_at_0 = fathom_classes + 128;

// Chooses classes for the bytes from 128 on, as far as POSIX lets a locale do that. They are there a second time for
// chars that are negative, but for -1, which is EOF.
HELPER void fathom_choose_classes(_Bool local) {
    fathom_classes_at_0 = fathom_classes + 128;
    if (!local)
        return;
    fathom_classes_at_0 = fathom_local_classes + 128;
    unsigned short *high = fathom_local_classes + 256;
    memcpy(fathom_local_classes + 128, fathom_classes + 128, 128 * sizeof *high);
    __fathom_havoc(high, 128 * sizeof *high);
    for (int i = 0; i < 128; i++) {
        unsigned c = high[i];
        _Bool letter = (c & (Upper | Lower | Alpha)) != 0, control = !letter & ((c & Control) != 0);
        _Bool space = !letter & ((c & (Space | Blank)) != 0), other = !letter & !control & !space;
        _Bool punctuation = other & ((c & Punctuation) != 0);
        _Bool graph = letter | punctuation | (other & ((c & Graph) != 0));
        unsigned kept = letter ? Upper | Lower : 0;
        kept |= space ? Blank : 0;
        kept |= control ? 0 : Print;
        c &= kept;
        c |= (letter ? Alpha | Alnum : 0) | (control ? Control : 0) | (space ? Space : 0);
        c |= (punctuation ? Punctuation : 0) | (graph ? Graph | Print : 0);
        high[i] = c;
    }
    memcpy(fathom_local_classes, high, 127 * sizeof *high);
}

//@ fathom_classify_byte : fathom_class_table fathom_locale fathom_truth
#define CLASS(name, bit, condition) \
    int name(int c) { \
        fathom_character(c); \
        if (fathom_is_local(ForCharacters) && c >= 128) \
            return fathom_truth((fathom_classes_at_0[c] & (bit)) != 0); \
        return fathom_truth(condition); \
    }

//@ isupper : fathom_classify_byte
CLASS(isupper, Upper, UPPER(c))

//@ islower : fathom_classify_byte
CLASS(islower, Lower, LOWER(c))

//@ isalpha : fathom_classify_byte
CLASS(isalpha, Alpha, UPPER(c) | LOWER(c))

//@ isdigit : fathom_classify_byte
CLASS(isdigit, Digit, DIGIT(c))

//@ isxdigit : fathom_classify_byte
CLASS(isxdigit, Hex, DIGIT(c) | BETWEEN('A', c, 'F') | BETWEEN('a', c, 'f'))

//@ isspace : fathom_classify_byte
CLASS(isspace, Space, (c == ' ') | BETWEEN('\t', c, '\r'))

//@ isprint : fathom_classify_byte
CLASS(isprint, Print, BETWEEN(' ', c, '~'))

//@ isgraph : fathom_classify_byte
CLASS(isgraph, Graph, BETWEEN('!', c, '~'))

//@ isblank : fathom_classify_byte
CLASS(isblank, Blank, (c == ' ') | (c == '\t'))

//@ iscntrl : fathom_classify_byte
CLASS(iscntrl, Control, BETWEEN(0, c, 31) | (c == 127))

//@ ispunct : fathom_classify_byte
CLASS(ispunct, Punctuation,
      BETWEEN('!', c, '/') | BETWEEN(':', c, '@') | BETWEEN('[', c, '`') | BETWEEN('{', c, '~'))

//@ isalnum : fathom_classify_byte
CLASS(isalnum, Alnum, DIGIT(c) | UPPER(c) | LOWER(c))

//@ isascii : fathom_truth
int isascii(int c) { return fathom_truth((c & ~0x7f) == 0); }

//@ toascii
int toascii(int c) { return c & 0x7f; }

//@ fathom_local_case : fathom_locale
// The other case of a letter. There are locales that know two letters i in each.
static void fathom_local_case(int c) {
    if (fathom_is_local(ForCharacters) && (c >= 128 || c == 'i' || c == 'I'))
        __fathom_unmodelled("case in another locale than \"C\"");
}

//@ fathom_upper : fathom_character fathom_local_case
static int fathom_upper(int c) {
    fathom_character(c);
    fathom_local_case(c);
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

//@ toupper : fathom_upper
int toupper(int c) { return fathom_upper(c); }

//@ _toupper : fathom_upper
int _toupper(int c) { return fathom_upper(c); }

//@ fathom_lower : fathom_character fathom_local_case
static int fathom_lower(int c) {
    fathom_character(c);
    fathom_local_case(c);
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

//@ tolower : fathom_lower
int tolower(int c) { return fathom_lower(c); }

//@ _tolower : fathom_lower
int _tolower(int c) { return fathom_lower(c); }

//@ __ctype_b_loc : fathom_class_table
const unsigned short **__ctype_b_loc(void) { return &fathom_classes_at_0; }

//@ fathom_case_rows : fathom_locale
static void fathom_case_table(void) {
    if (fathom_is_local(ForCharacters))
        __fathom_unmodelled("case in another locale than \"C\"");
}
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
const int **__ctype_tolower_loc(void) {
    fathom_case_table();
    return (const int **)&fathom_lowers_at_0;
}

//@ __ctype_toupper_loc : fathom_case_rows
static const int fathom_uppers[384] = {ROWS(-128, TO_UPPER), ROWS(0, TO_UPPER), ROWS(128, TO_UPPER)};
static const int *const fathom_uppers_at_0 = fathom_uppers + 128;
const int **__ctype_toupper_loc(void) {
    fathom_case_table();
    return (const int **)&fathom_uppers_at_0;
}

//@ __ctype_get_mb_cur_max : fathom_locale
size_t __ctype_get_mb_cur_max(void) {
    if (fathom_is_local(ForCharacters))
        __fathom_unmodelled("multibyte characters in another locale than \"C\"");
    return 1;
}
