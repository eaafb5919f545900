// The second node is kept before the first one is freed.
// OPTIONS: --check lost-memory
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *list;

int main(void) {
    struct node *first = malloc(sizeof *first);
    first->next = malloc(sizeof *first);
    first->next->next = NULL;
    list = first->next;
    free(first);
    return 0;
}
