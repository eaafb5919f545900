// An array "from one" is simulated with a pointer before its start.
#include <stdlib.h>

int main(void) {
    int *a = malloc(3 * sizeof *a);
    if (!a)
        return 1;
    int *from_one = a - 1; // BUG: pointer-arithmetic
    int total = 0;
    for (int i = 1; i <= 3; i++) {
        from_one[i] = 10 * i;
        total += from_one[i];
    }
    free(a);
    return total;
}
