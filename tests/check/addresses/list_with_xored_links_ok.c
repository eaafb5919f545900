// A list whose links are the exclusive or of both neighbours.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    uintptr_t link;
};

int main(void) {
    struct node a = {1, 0}, b = {2, 0}, c = {3, 0};
    a.link = (uintptr_t)&b;
    b.link = (uintptr_t)&a ^ (uintptr_t)&c;
    c.link = (uintptr_t)&b;
    int sum = 0;
    struct node *before = 0, *at = &a;
    while (at) {
        sum += at->value;
        struct node *next = (struct node *)(at->link ^ (uintptr_t)before);
        before = at;
        at = next;
    }
    assert(sum == 6);
    return 0;
}
