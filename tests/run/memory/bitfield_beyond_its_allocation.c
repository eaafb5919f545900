// A block of four bytes holds the first bit-field unit, not the second.
#include <stdlib.h>

struct flags {
    unsigned kind : 3;
    unsigned count : 29;
    unsigned : 0;
    unsigned state : 2;
};

int main(void) {
    struct flags *f = calloc(1, sizeof(unsigned));
    if (!f)
        return 1;
    f->kind = 5;
    f->count = 1000;
    int state = f->state; // BUG: out-of-bounds-read
    free(f);
    return state;
}
