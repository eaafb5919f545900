// An element that came in part has changed.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    int numbers[2] = {7, 7};
    size_t count = fread(numbers, sizeof *numbers, 2, stdin);
    if (count == 1)
        assert(numbers[1] == 7); // FAILS: assertion
    return 0;
}
