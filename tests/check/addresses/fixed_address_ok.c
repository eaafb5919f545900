// A number that a program makes up may be the address of something.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    assert((const char *)0 != "text");
    return 0;
}
