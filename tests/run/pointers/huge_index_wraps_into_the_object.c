// The product of index and element size wraps around the address space and lands inside again.
#include <stdlib.h>

int main(void) {
    long n = 0x2000000000000001L;
    long *p = malloc(16);
    if (p == NULL)
        return 2;
    p[0] = 0;
    p[1] = 7;
    return (int)p[n]; // BUG: pointer-arithmetic
}
