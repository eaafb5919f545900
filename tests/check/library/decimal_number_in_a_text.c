// Decimal numbers are rounded to the nearest that there is.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char text[] = "0.1 apples", *end;
    assert(strtod(text, &end) == 0.1 && *end == ' ');
    assert(strtof(text, NULL) == atof(text)); // FAILS: assertion
    return 0;
}
