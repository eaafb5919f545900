// An address that was printed leads back to its object when it is read.
#include <assert.h>
#include <stdio.h>

static int counter = 3;

int main(void) {
    char text[40];
    int *back = 0;
    snprintf(text, sizeof text, "%p", (void *)&counter);
    if (sscanf(text, "%p", (void **)&back) != 1)
        return 1;
    assert(back == &counter);
    *back = 4;
    assert(counter == 3); // FAILS: assertion
    return 0;
}
