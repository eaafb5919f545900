// EXIT: 2
// The block is sized for the union.
#include <stdlib.h>

union value {
    int integer;
    double real;
};

int main(void) {
    union value *v = malloc(sizeof *v);
    if (!v)
        return 1;
    v->integer = 1;
    v->real = 2.5;
    int whole = (int)v->real;
    free(v);
    return whole;
}
