// A sorted insertion compares with the node it stands on instead of the next one.
#include <assert.h>
#include <stddef.h>

extern signed char __VERIFIER_nondet_char(void);

struct node {
    int value;
    struct node *next;
};

static void insert(struct node *head, struct node *n) {
    while (head->next && head->value < n->value)
        head = head->next;
    n->next = head->next;
    head->next = n;
}

int main(void) {
    struct node head = {-1000, NULL};
    struct node nodes[3];
    for (int i = 0; i < 3; i++) {
        nodes[i].value = __VERIFIER_nondet_char();
        insert(&head, &nodes[i]);
    }
    for (struct node *n = head.next; n->next; n = n->next)
        assert(n->value <= n->next->value); // FAILS: assertion
    return 0;
}
