// ASCII has its letters in every locale, a letter is alphanumeric, and other categories have nothing to do with it.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>

int main(void) {
    assert(setlocale(LC_ALL, NULL)[0] == 'C');
    if (setlocale(LC_CTYPE, "") == NULL)
        return 0;
    assert(isalpha('x') && (isupper)('X') && !(isdigit)(200));
    assert(!isalpha(200) || isalnum(200));
    assert(isalpha(200) ? (isalpha)(200) : !(isalpha)(200));
    assert(strcoll("b", "a") > 0);
    assert(setlocale(LC_ALL, "C") != NULL);
    assert(!isalpha(200) && toupper('i') == 'I');
    return 0;
}
