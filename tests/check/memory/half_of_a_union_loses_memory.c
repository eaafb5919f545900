// A number takes the place of a half of the pointer: nothing leads to the list any more.
// OPTIONS: --check lost-memory
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static union {
    struct node *head;
    int words[2];
} list;

int main(void) {
    list.head = malloc(sizeof(struct node)); // FAILS: lost-memory
    if (!list.head)
        return 1;
    list.head->next = NULL;
    list.words[1] = -1;
    return 0;
}
