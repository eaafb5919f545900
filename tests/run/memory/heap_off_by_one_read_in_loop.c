// A sum over n elements reads n + 1.
#include <stdlib.h>

static int sum(const int *a, int n) {
    int total = 0;
    for (int i = 0; i <= n; i++)
        total += a[i]; // BUG: out-of-bounds-read
    return total;
}

int main(void) {
    int *a = malloc(4 * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 4; i++)
        a[i] = i + 1;
    int total = sum(a, 4);
    free(a);
    return total;
}
