/* Linked structures on the heap: a binary tree that grows, is walked and freed. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *left, *right;
    unsigned key;
};

static struct node *insert(struct node *root, unsigned key) {
    struct node **at = &root;
    while (*at != NULL)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = calloc(1, sizeof **at);
    if (*at == NULL)
        abort();
    (*at)->key = key;
    return root;
}

static unsigned long walk(const struct node *node) {
    return node == NULL ? 0 : walk(node->left) + node->key % 7 + walk(node->right);
}

static void release(struct node *node) {
    if (node == NULL)
        return;
    release(node->left);
    release(node->right);
    free(node);
}

int main(void) {
    struct node *root = NULL;
    unsigned state = 1;
    for (int i = 0; i < 100000; i++) {
        state = state * 1664525u + 1013904223u;
        root = insert(root, state >> 8);
    }
    unsigned long sum = 0;
    for (int round = 0; round < 10; round++)
        sum += walk(root);
    release(root);
    printf("%lu\n", sum);
    return 0;
}
