// In the first thousand years, libraries give the century one digit or two.
// NATIVE: the library of the machine does one of the things
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    struct tm when = {.tm_year = 986 - 1900, .tm_mday = 1};
    char text[8];
    strftime(text, sizeof text, "%C", &when);
    assert(strcmp(text, "09") == 0); // FAILS: assertion
    return 0;
}
