// A stack in an array is pushed on without a look at its room.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct stack {
    int items[4];
    unsigned depth;
};

static void push(struct stack *s, int x) {
    s->items[s->depth++] = x; // FAILS: array-index
}

static int pop(struct stack *s) {
    assert(s->depth > 0);
    return s->items[--s->depth];
}

int main(void) {
    struct stack s = {{0}, 0};
    for (int i = 0; i < 6; i++) {
        if (__VERIFIER_nondet_int() > 0)
            push(&s, i);
        else if (s.depth > 0)
            pop(&s);
    }
    return 0;
}
