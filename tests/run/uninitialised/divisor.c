// The count of an empty input is never set.
#include <stdio.h>

static int average(const int *values, int n) {
    int sum = 0, count;
    for (int i = 0; i < n; i++) {
        sum += values[i];
        count = i + 1;
    }
    return sum / count; // BUG: uninitialised-use
}

int main(void) {
    int values[2] = {4, 6};
    if (average(values, 2) != 5)
        return 1;
    printf("%d\n", average(values, 0));
    return 0;
}
