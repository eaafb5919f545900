// Reversing a list returns the new head.
#include <assert.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

static struct node *reverse(struct node *head) {
    struct node *previous = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = previous;
        previous = head;
        head = next;
    }
    return previous;
}

int main(void) {
    struct node nodes[4];
    unsigned count = __VERIFIER_nondet_uint();
    if (count < 1 || count > 4)
        return 0;
    for (unsigned i = 0; i < count; i++) {
        nodes[i].value = (int)i;
        nodes[i].next = i + 1 < count ? &nodes[i + 1] : NULL;
    }
    unsigned length = 0;
    for (struct node *n = reverse(nodes); n; n = n->next)
        length++;
    assert(length == count);
    return 0;
}
