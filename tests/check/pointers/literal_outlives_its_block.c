// A compound literal lives as long as the block that it is written in.
// NATIVE: clang does not mark where it ends, so its sanitizers do not know
#include <assert.h>

struct range { int from, to; };
int nondet_int(void);

int main(void) {
    struct range *range;
    if (nondet_int()) {
        range = &(struct range){1, 5};
        assert(range->to == 5);
    } else {
        range = &(struct range){2, 6};
    }
    return range->from; // FAILS: use-after-scope
}
