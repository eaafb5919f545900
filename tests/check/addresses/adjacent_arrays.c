// The end of an array may be the start of another one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a[3], b[3];
    int *end = a + 3;
    assert(end != b && b + 3 != a); // FAILS: assertion
    return 0;
}
