// The block was sized for one member of the union, another is stored.
#include <stdlib.h>

union value {
    int integer;
    double real;
};

int main(void) {
    union value *v = malloc(sizeof(int));
    if (!v)
        return 1;
    v->integer = 1;
    v->real = 2.5; // BUG: out-of-bounds-write
    int whole = (int)v->real;
    free(v);
    return whole;
}
