// The text of an address can be any.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include <stdio.h>

int main(void) {
    int a;
    char text[40];
    int length = snprintf(text, sizeof text, "%p", (void *)&a);
    assert(length > 2 && text[0] == '0' && text[1] == 'x');
    return 0;
}
