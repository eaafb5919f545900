// The mean of no values.
// STDOUT: 2\n
#include <stdio.h>

static int mean(const int *values, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum / n; // BUG: division-by-zero
}

int main(void) {
    int values[3] = {1, 2, 3};
    printf("%d\n", mean(values, 3));
    printf("%d\n", mean(values, 0));
    return 0;
}
