// The index of a ring buffer is set back one step too late.
#include <assert.h>

#define SIZE 3

extern int __VERIFIER_nondet_int(void);

static int ring[SIZE];
static unsigned head, tail, used;

static unsigned step(unsigned at) {
    return at == SIZE ? 0 : at + 1;
}

static void put(int x) {
    ring[tail] = x; // FAILS: array-index
    tail = step(tail);
    used++;
}

static int get(void) {
    int x = ring[head];
    head = step(head);
    used--;
    return x;
}

int main(void) {
    int in = 0, out = 0;
    for (int i = 0; i < 6; i++) {
        if (used < SIZE && __VERIFIER_nondet_int() > 0)
            put(in++);
        else if (used > 0)
            assert(get() == out++);
    }
    return 0;
}
