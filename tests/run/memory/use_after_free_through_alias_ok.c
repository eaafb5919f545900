// EXIT: 7
// The second pointer is read before the node goes.
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
    int value = cursor->value;
    free(head);
    return value;
}
