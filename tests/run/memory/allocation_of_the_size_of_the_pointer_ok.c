// EXIT: 3
// malloc(sizeof *p) is the size of the object.
#include <stdlib.h>

struct item {
    long key;
    long value;
};

int main(void) {
    struct item *it = malloc(sizeof *it);
    if (!it)
        return 1;
    it->key = 1;
    it->value = 2;
    int sum = (int)(it->key + it->value);
    free(it);
    return sum;
}
