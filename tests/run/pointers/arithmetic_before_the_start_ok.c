// EXIT: 60
// An array "from one" is simulated with an offset at each access.
#include <stdlib.h>

int main(void) {
    int *a = malloc(3 * sizeof *a);
    if (!a)
        return 1;
    int *from_one = a;
    int total = 0;
    for (int i = 1; i <= 3; i++) {
        from_one[i - 1] = 10 * i;
        total += from_one[i - 1];
    }
    free(a);
    return total;
}
