// <locale.h>
//
// A program begins in the "C" locale. Any other one may be missing; if it is not, a program is in a locale of which no
// more is known than what all have in common. What depends on it then is either any that a locale may have (classes of
// bytes that are not ASCII) or an obligation. Categories are kept apart, by glibc's numbers.

//@ fathom_locale
enum { ForCharacters = 0, ForNumbers = 1, ForTime = 2, ForCollation = 3, ForAll = 6, Categories = 13 };
// A bit for each category in which the locale is not "C".
static unsigned fathom_locales;
HELPER _Bool fathom_is_local(int category) { return (fathom_locales >> category & 1) != 0; }
HELPER void fathom_collate(void) {
    if (fathom_is_local(ForCollation))
        __fathom_unmodelled("collation in another locale than \"C\"");
}

//@ setlocale : fathom_locale fathom_class_table
//! messages of the C library are not translated: setlocale changes neither strerror nor gettext
// glibc takes no name of more than 255 bytes, and that of all categories is one of each.
static char fathom_locale_name[4096];
static _Bool fathom_is_named(const char *name, const char *wanted) {
    size_t i = 0;
    while (wanted[i] != 0 && wanted[i] == name[i])
        i++;
    return wanted[i] == 0 && name[i] == 0;
}
char *setlocale(int category, const char *name) {
    if (category < 0 || category >= Categories)
        return NULL;
    unsigned bits = category == ForAll ? (1u << Categories) - 1 : 1u << category;
    if (name != NULL) {
        _Bool standard = fathom_is_named(name, "C") || fathom_is_named(name, "POSIX");
        // Without a name the environment chooses.
        if (!standard && nondet_bool())
            return NULL;
        _Bool local = !standard && nondet_bool();
        fathom_locales = local ? fathom_locales | bits : fathom_locales & ~bits;
        if (local)
            __fathom_havoc(fathom_locale_name, sizeof fathom_locale_name - 1);
        if (bits & 1u << ForCharacters)
            fathom_choose_classes(local);
    }
    return fathom_locales & bits ? fathom_locale_name : (char *)"C";
}

//@ gettext
char *gettext(const char *text) { return (char *)text; }

//@ textdomain
char *textdomain(const char *domain) { return (char *)domain; }

//@ bindtextdomain
char *bindtextdomain(const char *, const char *directory) { return (char *)directory; }
