extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
    struct node *next;
    int value;
};

/* A list of at most three nodes is built and freed: one node is lost. */
int main(void) {
    struct node *head = 0;
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 3)
        return 0;
    for (int i = 0; i < count; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->value = i;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        if (count != 1)
            free(head);
        head = next;
    }
    return 0;
}
