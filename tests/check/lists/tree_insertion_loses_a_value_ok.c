// What was inserted into a search tree is found again.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static void insert(struct node **root, struct node *n) {
    while (*root)
        root = n->key <= (*root)->key ? &(*root)->left : &(*root)->right;
    *root = n;
}

static int contains(const struct node *n, const struct node *wanted) {
    while (n && n != wanted)
        n = wanted->key <= n->key ? n->left : n->right;
    return n != NULL;
}

int main(void) {
    struct node nodes[3];
    struct node *root = NULL;
    for (int i = 0; i < 3; i++) {
        nodes[i] = (struct node){__VERIFIER_nondet_int(), NULL, NULL};
        insert(&root, &nodes[i]);
    }
    for (int i = 0; i < 3; i++)
        assert(contains(root, &nodes[i]));
    return 0;
}
