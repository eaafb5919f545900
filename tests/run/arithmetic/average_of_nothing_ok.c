// STDOUT: 2\n0\n
// The mean of no values is zero by agreement.
#include <stdio.h>

static int mean(const int *values, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return n ? sum / n : 0;
}

int main(void) {
    int values[3] = {1, 2, 3};
    printf("%d\n", mean(values, 3));
    printf("%d\n", mean(values, 0));
    return 0;
}
