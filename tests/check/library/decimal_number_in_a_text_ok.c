// Decimal numbers are rounded to the nearest that there is.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char text[] = "0.1 apples", *end;
    assert(strtod(text, &end) == 0.1 && *end == ' ');
    assert(strtof(text, NULL) == (float)atof(text));
    assert(atof("-12.5e-1") == -1.25 && atof("pears") == 0);
    return 0;
}
