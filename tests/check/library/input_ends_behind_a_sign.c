// What may begin a number is read up to the end of the input, and then there is none.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%d", &number) == 0)
        assert(!feof(stdin)); // FAILS: assertion
    return 0;
}
