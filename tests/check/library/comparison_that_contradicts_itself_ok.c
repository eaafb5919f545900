// Of two elements, a comparison says the opposite if they change places.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    const int *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

int main(void) {
    int numbers[3] = {1, 2, 3};
    qsort(numbers, 3, sizeof *numbers, compare);
    assert(numbers[0] == 3 && numbers[2] == 1);
    return 0;
}
