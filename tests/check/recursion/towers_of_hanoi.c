// The smaller tower is moved, and never moved back on top.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int moves;

static void move(int discs, int from, int to) {
    if (discs == 0)
        return;
    int other = 3 - from - to;
    move(discs - 1, from, other);
    moves++;
    if (discs != 3)
        move(discs - 1, other, to);
}

int main(void) {
    int discs = __VERIFIER_nondet_int();
    if (discs < 0 || discs > 4)
        return 0;
    move(discs, 0, 2);
    assert(moves == (1 << discs) - 1); // FAILS: assertion
    return 0;
}
