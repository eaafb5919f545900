// Of two elements, a comparison says the opposite if they change places.
// NATIVE: the library of the machine does not look for contradictions
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }

int main(void) {
    int numbers[3] = {1, 2, 3};
    qsort(numbers, 3, sizeof *numbers, compare); // FAILS: invalid-argument
    return 0;
}
