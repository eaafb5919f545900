// STDOUT: 3\n
// A list is freed front to back, and the link is read from the node just freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->value = i;
        n->next = list;
        list = n;
    }
    while (list) {
        printf("%d\n", list->value);
        free(list);
        list = list->next; // BUG: use-after-free
    }
    return 0;
}
