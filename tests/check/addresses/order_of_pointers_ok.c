// Pointers into different objects can be compared, but which is the smaller one is not known.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a[4], b[4];
    assert(a < b || b < a);
    return 0;
}
