// Rock, paper and scissors have no order.
// NATIVE: the library of the machine does not look for contradictions
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int difference = (*(const char *)a - *(const char *)b + 3) % 3;
    return difference == 2 ? -1 : difference;
}

int main(void) {
    char hands[3] = {0, 1, 2};
    qsort(hands, 3, 1, compare); // FAILS: invalid-argument
    return 0;
}
