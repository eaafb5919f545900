// Elements that are equal to the comparison end in any order.
#include <assert.h>
#include <stdlib.h>

struct entry {
    char key, number;
};

static int compare(const void *a, const void *b) {
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void) {
    struct entry table[3] = {{'b', 0}, {'a', 1}, {'a', 2}};
    qsort(table, 3, sizeof *table, compare);
    assert(table[0].key == 'a' && table[1].key == 'a' && table[2].number == 0);
    assert(table[0].number + table[1].number == 3);
    return 0;
}
