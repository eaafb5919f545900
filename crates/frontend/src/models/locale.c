// <locale.h>: "C" is the only locale there is.

//@ setlocale
// Other locales may not be installed, and a program may not count on any.
char *setlocale(int, const char *name) {
    if (name == NULL || name[0] == 0 || (name[0] == 'C' && name[1] == 0))
        return (char *)"C";
    const char *posix = "POSIX";
    size_t i = 0;
    while (posix[i] != 0 && posix[i] == name[i])
        i++;
    return posix[i] == 0 && name[i] == 0 ? (char *)"C" : NULL;
}

//@ gettext
char *gettext(const char *text) { return (char *)text; }

//@ textdomain
char *textdomain(const char *domain) { return (char *)domain; }

//@ bindtextdomain
char *bindtextdomain(const char *, const char *directory) { return (char *)directory; }
