// VERDICT: unknown
// The order of strings, and the other case of letters that ASCII does not have, are not known of other locales.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>

int main(int argc, char **argv) {
    (void)argv;
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
        return 0;
    if (argc > 1)
        assert(toupper(228) == 228); // UNKNOWN: unmodelled
    else
        assert(strcoll("b", "B") > 0); // UNKNOWN: unmodelled
    return 0;
}
