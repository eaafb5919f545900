// No digit is left behind a number without a width.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%2d", &number) == 1) {
        int next = getchar();
        assert(next < '0' || next > '9'); // FAILS: assertion
    }
    return 0;
}
