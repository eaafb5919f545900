// The link to the next node is read from a node that was freed.
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    struct node *next;
};

int main(void) {
    unsigned count = __VERIFIER_nondet_uchar() % 4;
    struct node *head = NULL;
    for (unsigned i = 0; i < count; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->next = head;
        head = n;
    }
    while (head) {
        free(head);
        head = head->next; // FAILS: use-after-free
    }
    return 0;
}
