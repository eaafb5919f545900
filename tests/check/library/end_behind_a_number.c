// The input may end behind a number, and feof tells.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%d", &number) == 1)
        assert(!feof(stdin)); // FAILS: assertion
    return 0;
}
