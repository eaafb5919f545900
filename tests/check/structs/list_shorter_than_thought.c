// The n-th node of a list of three.
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node third = {30, NULL};
    struct node second = {20, &third};
    struct node first = {10, &second};
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 3);
    const struct node *node = &first;
    for (unsigned i = 0; i < n; i++)
        node = node->next;
    return node->value; // FAILS: null-dereference
}
