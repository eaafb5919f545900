// Each call links its own variable into a chain, which is read after the calls have returned.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    int value;
    const struct link *outer;
};

static const struct link *innermost;

static void descend(int depth, const struct link *outer) {
    struct link mine = {depth, outer};
    if (depth > 0)
        descend(depth - 1, &mine);
    else
        innermost = &mine;
}

int main(void) {
    int depth = __VERIFIER_nondet_int();
    if (depth < 0 || depth > 3)
        return 1;
    descend(depth, NULL);
    return innermost->value; // FAILS: use-after-return
}
