// Both neighbours of a node that is removed are linked to each other.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *previous;
    struct node *next;
};

static void insert_after(struct node *where, struct node *n) {
    n->previous = where;
    n->next = where->next;
    where->next->previous = n;
    where->next = n;
}

static void remove_node(struct node *n) {
    n->previous->next = n->next;
    n->next->previous = n->previous;
}

int main(void) {
    struct node head = {&head, &head};
    struct node nodes[3];
    for (int i = 0; i < 3; i++)
        insert_after(&head, &nodes[i]);
    unsigned victim = __VERIFIER_nondet_uint() % 4;
    if (victim < 3)
        remove_node(&nodes[victim]);
    struct node *n = &head;
    do {
        assert(n->next->previous == n);
        n = n->next;
    } while (n != &head);
    return 0;
}
