// What sscanf stores is not defined for a number that does not fit.
#include <assert.h>
#include <stdio.h>

int main(void) {
    short small = 0;
    signed char tiny = 0;
    unsigned number = 0;
    // What is not stored need not fit, and a sign negates what has none.
    int count = sscanf("99999999999 32767 -128 -1", "%*d %hd %hhd %u", &small, &tiny, &number);
    assert(count == 3 && small == 32767 && tiny == -128 && number == (unsigned)-1);
    return 0;
}
