// Function pointers and pointers to pointers that an input chooses.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned add(unsigned a, unsigned b) { return a + b; }
static unsigned sub(unsigned a, unsigned b) { return a - b; }
static unsigned both(unsigned a, unsigned b) { return a & b; }
static unsigned swap(unsigned a, unsigned b) { return a ^ b; }

int main(void) {
    unsigned (*operations[4])(unsigned, unsigned) = {add, sub, both, swap};
    unsigned registers[4] = {1, 2, 3, 4};
    unsigned *views[4] = {registers + 3, registers, registers + 2, registers + 1};
    for (int i = 0; i < 6; i++) {
        unsigned code = __VERIFIER_nondet_uint();
        unsigned *target = views[code % 4];
        *target = operations[code / 4 % 4](*views[code / 16 % 4], *views[code / 64 % 4]);
        views[code / 256 % 4] = target;
    }
    for (int i = 0; i < 4; i++)
        assert(views[i] >= registers && views[i] < registers + 4);
    return 0;
}
