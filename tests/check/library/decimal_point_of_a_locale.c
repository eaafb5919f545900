// In another locale the decimal point may have more than one byte.
// NATIVE: there is no such locale here
#include <assert.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
    setlocale(LC_ALL, "");
    assert(printf("%.1f", 1.5) == 3); // FAILS: assertion
    return 0;
}
