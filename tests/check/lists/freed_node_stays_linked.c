// A node is freed and stays in its list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void drop(struct node **link, int value) {
    for (; *link; link = &(*link)->next) {
        struct node *n = *link;
        if (n->value == value) {
            free(n);
            return;
        }
    }
}

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->value = i;
        n->next = head;
        head = n;
    }
    drop(&head, __VERIFIER_nondet_int());
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum += n->value; // FAILS: use-after-free
    return sum > 3;
}
