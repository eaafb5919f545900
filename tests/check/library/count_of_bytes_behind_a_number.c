// How many bytes a number takes is not modelled.
// VERDICT: unknown
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 0, count = 0;
    if (scanf("%d%n", &number, &count) == 1) // UNKNOWN: unmodelled
        assert(count > 0);
    return 0;
}
