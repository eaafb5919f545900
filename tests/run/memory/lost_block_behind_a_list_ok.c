// OPTIONS: --check lost-memory
// All nodes are reachable from a global variable when the program ends.
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *head;

int main(void) {
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 1;
        node->next = head;
        head = node;
    }
    return 0;
}
