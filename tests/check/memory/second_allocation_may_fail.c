// When the second allocation fails, the first is forgotten.
// OPTIONS: --malloc-may-fail --check memory-leak
#include <stdlib.h>

struct pair {
    char *left;
    char *right;
};

static int make(struct pair *p) {
    p->left = malloc(8); // FAILS: memory-leak
    if (!p->left)
        return 0;
    p->right = malloc(8);
    if (!p->right)
        return 0;
    return 1;
}

int main(void) {
    struct pair p = {NULL, NULL};
    if (!make(&p))
        return 1;
    free(p.left);
    free(p.right);
    return 0;
}
