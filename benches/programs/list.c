// A list of up to 12 nodes is built, reversed and freed: objects that only some paths make.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    unsigned number;
};

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 12)
        return 0;
    struct node *head = NULL, *reversed = NULL;
    for (unsigned i = 0; i < count; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->number = i;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    for (unsigned i = 0; reversed; i++) {
        struct node *next = reversed->next;
        assert(reversed->number == i);
        free(reversed);
        reversed = next;
    }
    return 0;
}
