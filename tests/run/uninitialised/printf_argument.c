// STDOUT: count 3\n
// A value that was never computed is printed.
#include <stdio.h>

int main(void) {
    const int values[] = {1, 2, 3};
    int count = sizeof values / sizeof values[0];
    int total;
    printf("count %d\n", count);
    printf("total %d\n", total); // BUG: uninitialised-use
    return 0;
}
