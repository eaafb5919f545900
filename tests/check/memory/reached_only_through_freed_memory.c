// The only pointer to the second node lies in the first one, which is freed.
// OPTIONS: --check lost-memory
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *list;

int main(void) {
    struct node *first = malloc(sizeof *first);
    first->next = malloc(sizeof *first); // FAILS: lost-memory
    first->next->next = NULL;
    list = first;
    free(first);
    return 0;
}
