// STDOUT: count 3\ntotal 6\n
// The value is computed before it is printed.
#include <stdio.h>

int main(void) {
    const int values[] = {1, 2, 3};
    int count = sizeof values / sizeof values[0];
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    printf("count %d\n", count);
    printf("total %d\n", total);
    return 0;
}
