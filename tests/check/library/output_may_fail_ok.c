// Output fails where the user says so, and nowhere else.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int length = printf("%d bytes\n", 12);
    assert(length == 9);
    return 0;
}
