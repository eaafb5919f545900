// The sum of a tree goes down on both sides and ends at null.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int value;
    const struct tree *left, *right;
};

static int sum(const struct tree *t) {
    if (t == NULL)
        return 0;
    return t->value + sum(t->left) + sum(t->right);
}

int main(void) {
    struct tree a = {1, NULL, NULL};
    struct tree b = {2, NULL, NULL};
    struct tree root = {4, &a, &b};
    if (__VERIFIER_nondet_int() == 5)
        root.right = NULL;
    int total = sum(&root);
    assert(total == 7 || total == 5);
    return 0;
}
