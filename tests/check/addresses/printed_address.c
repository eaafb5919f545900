// The text of an address can be any.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include <stdio.h>

int main(void) {
    int a;
    char text[40];
    int length = snprintf(text, sizeof text, "%p", (void *)&a);
    assert(text[2] == '7'); // FAILS: assertion
    return 0;
}
