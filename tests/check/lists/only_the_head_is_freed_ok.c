// Every node of a list is freed.
// OPTIONS: --check memory-leak
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
};

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 3)
        return 0;
    struct node *head = NULL;
    for (unsigned i = 0; i < count; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            exit(1);
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
