// Merging two sorted lists appends the rest of the longer one.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *merge(struct node *a, struct node *b) {
    struct node *head = NULL, **end = &head;
    while (a && b) {
        struct node **smaller = a->value <= b->value ? &a : &b;
        *end = *smaller;
        end = &(*end)->next;
        *smaller = *end;
    }
    *end = a ? a : b;
    return head;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct node two = {20, NULL}, one = {10, &two}, other = {x, NULL};
    int length = 0;
    int previous = x < 10 ? x : 10;
    for (struct node *n = merge(&one, &other); n; n = n->next) {
        assert(previous <= n->value);
        previous = n->value;
        length++;
    }
    assert(length == 3);
    return 0;
}
