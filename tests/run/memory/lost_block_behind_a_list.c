// OPTIONS: --check lost-memory
// The rest of a list is cut off; its first node stays reachable and is no loss.
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *head;

int main(void) {
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node); // BUG: lost-memory
        if (!node)
            return 1;
        node->next = head;
        head = node;
    }
    head->next = NULL;
    return 0;
}
