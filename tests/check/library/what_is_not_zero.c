// Of what tells yes from no, only that it is not 0 is promised.
// NATIVE: the library of the machine gives one number
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert((isalpha)('a') == 1024); // FAILS: assertion
    assert((isdigit)('7') > 0);     // FAILS: assertion
    return 0;
}
