// The length of a number that is printed is known if the number is.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(printf("%f\n", 10000.21) == 13);
    assert(printf("%8.3g|", -0.5) == 9);
    assert(printf("%.2e", 1e100) == 8); // FAILS: assertion
    return 0;
}
