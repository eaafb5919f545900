// Literals that live at the same time lie apart.
#include <assert.h>
#include <stdint.h>

int main(void) {
    int i = 0;
    const int *first = 0;
    do {
        int *p = &(int){i}, *q = &(int){i};
        assert((uintptr_t)p != (uintptr_t)q);
        assert(*p == i && *q == i);
        first = first ? first : &(const int){7};
        for (int k = 0; k < 2; k++) assert((uintptr_t)&(int){k} != (uintptr_t)p);
        first = 0;
        i++;
    } while (i < 3);
    return 0;
}
