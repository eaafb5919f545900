// Sorting pointers gives an order of addresses, not of values.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    uintptr_t x = (uintptr_t)*(int *const *)a, y = (uintptr_t)*(int *const *)b;
    return x < y ? -1 : x > y;
}

int main(void) {
    int one = 1, two = 2;
    int *sorted[2] = {&one, &two};
    qsort(sorted, 2, sizeof *sorted, compare);
    assert(*sorted[0] == 1); // FAILS: assertion
    return 0;
}
