// The last node of a list is looked for, and the list may be empty.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    unsigned value;
    struct node *next;
};

static struct node *push(struct node *head, unsigned value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->next = head;
    return n;
}

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 3)
        return 0;
    struct node *head = NULL;
    for (unsigned i = 0; i < count; i++)
        head = push(head, i);
    struct node *last = head;
    while (last->next != NULL) // FAILS: null-dereference
        last = last->next;
    return last->value != 0;
}
