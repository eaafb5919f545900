// Rock, paper and scissors have no order, but any two of them do.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int difference = (*(const char *)a - *(const char *)b + 3) % 3;
    return difference == 2 ? -1 : difference;
}

int main(void) {
    char hands[3] = {1, 0, 1};
    qsort(hands, 3, 1, compare);
    assert(hands[0] == 0 && hands[1] == 1 && hands[2] == 1);
    return 0;
}
