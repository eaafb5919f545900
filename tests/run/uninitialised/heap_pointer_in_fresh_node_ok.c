// EXIT: 1
// The links of a new tree node are cleared.
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *leaf(int key) {
    struct tree *t = malloc(sizeof *t);
    if (!t)
        exit(2);
    t->key = key;
    t->left = NULL;
    t->right = NULL;
    return t;
}

static int size(const struct tree *t) {
    int n = 1;
    if (t->left)
        n += size(t->left);
    if (t->right)
        n += size(t->right);
    return n;
}

int main(void) {
    struct tree *t = leaf(5);
    int n = size(t);
    free(t);
    return n;
}
