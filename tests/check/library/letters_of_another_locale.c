// What letters there are beyond ASCII is up to the locale, which is up to the environment.
// NATIVE: what the environment gives is up to whoever runs the test
#include <assert.h>
#include <ctype.h>
#include <locale.h>

int main(void) {
    assert(!isalpha(200) && !(isalpha)(200));
    if (setlocale(LC_CTYPE, "") == NULL)
        return 0;
    assert(!isalpha(200));   // FAILS: assertion
    assert(!(islower)(201)); // FAILS: assertion
    return 0;
}
