// The chain is read by the innermost call, when all of its links are alive.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    int value;
    const struct link *outer;
};

static int total;

static void descend(int depth, const struct link *outer) {
    struct link mine = {depth, outer};
    if (depth > 0)
        descend(depth - 1, &mine);
    else
        for (const struct link *l = &mine; l != NULL; l = l->outer)
            total += l->value;
}

int main(void) {
    int depth = __VERIFIER_nondet_int();
    if (depth < 0 || depth > 3)
        return 1;
    descend(depth, NULL);
    return total;
}
