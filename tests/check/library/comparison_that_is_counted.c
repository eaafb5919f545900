// VERDICT: unknown
// Nobody promises how often qsort compares.
#include <assert.h>
#include <stdlib.h>

static int calls;

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    calls++;
    return (x > y) - (x < y);
}

int main(void) {
    int numbers[3] = {3, 1, 2};
    qsort(numbers, 3, sizeof *numbers, compare); // UNKNOWN: unmodelled
    assert(numbers[0] == 1 && numbers[2] == 3 && calls == 3);
    return 0;
}
