// The first node of a circular list is freed, and the walk starts with it.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    unsigned number;
    struct node *next;
};

static struct node *node(unsigned number, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->number = number;
    n->next = next ? next : n;
    return n;
}

int main(void) {
    struct node *last = node(3, NULL);
    struct node *head = node(1, node(2, last));
    last->next = head;
    if (__VERIFIER_nondet_uint() == head->number) {
        last->next = head->next;
        free(head);
    }
    unsigned sum = 0;
    struct node *n = head;
    do {
        sum += n->number; // FAILS: use-after-free
        n = n->next;
    } while (n != head);
    return sum > 6;
}
