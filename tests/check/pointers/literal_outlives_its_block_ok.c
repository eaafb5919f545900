// A compound literal lives as long as the block that it is written in: in the condition of an `if` as long as the whole
// statement, at the beginning of a `for` as long as the loop, and in its body once in every round.
#include <assert.h>

struct range { int from, to; };
int nondet_int(void);

static struct range *kept;

static int keep(struct range *range) {
    kept = range;
    return range->from;
}

int main(void) {
    struct range *range = nondet_int() ? &(struct range){1, 5} : &(struct range){2, 5};
    assert(range->to == 5);
    if (keep(&(struct range){nondet_int(), 2}))
        assert(kept->to == 2);
    else
        assert(kept->from == 0);
    for (struct range *all = &(struct range){0, 3}; all->from < all->to; all->from++) {
        struct range *here = &(struct range){all->from, 1};
        for (int i = 0; i < 2; i++)
            here->from += i;
        assert(here->from == all->from + 1 && all->to == 3);
    }
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int *part;
        if (i == 1) {
            part = (int[]){i, 2};
            if (nondet_int())
                continue;
            sum += part[0];
        } else {
            sum += *(part = &(int){4});
        }
    }
    assert(sum == 9 || sum == 8);
    return range->from - range->from;
}
