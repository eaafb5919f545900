// A stack in an array is pushed on if there is room.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct stack {
    int items[4];
    unsigned depth;
};

static void push(struct stack *s, int x) {
    if (s->depth == 4)
        return;
    s->items[s->depth++] = x;
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
