// The container of a member is computed, but the member has none.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    int mark;
};

struct item {
    int value;
    struct link link;
};

static int value_of(struct link *l) {
    struct item *i = (struct item *)((char *)l - offsetof(struct item, link)); // FAILS: pointer-arithmetic
    return i->value;
}

int main(void) {
    struct item item = {5, {0}};
    struct link head = {1};
    if (__VERIFIER_nondet_int() > 0)
        return value_of(&item.link);
    return value_of(&head);
}
