// A second pointer into the list outlives the node it points to.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = malloc(sizeof *head);
    if (!head)
        return 1;
    head->value = 7;
    head->next = NULL;
    struct node *cursor = head;
    free(head);
    return cursor->value; // BUG: use-after-free
}
