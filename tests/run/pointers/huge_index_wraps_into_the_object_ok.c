// The index is inside.
// EXIT: 7
#include <stdlib.h>

int main(void) {
    long n = 1;
    long *p = malloc(16);
    if (p == NULL)
        return 2;
    p[0] = 0;
    p[1] = 7;
    return (int)p[n];
}
