// Each child of a node is visited where it is there.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *left, *right;
};

static int sum(const struct node *node) {
    int total = node->value;
    if (node->left != NULL)
        total += sum(node->left);
    if (node->right != NULL)
        total += sum(node->right);
    return total;
}

int main(void) {
    struct node leaves[2] = {{3, NULL, NULL}, {4, NULL, NULL}};
    struct node root = {5, &leaves[0], &leaves[1]};
    if (__VERIFIER_nondet_int() == 77)
        root.right = NULL;
    return sum(&root);
}
