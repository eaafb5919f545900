// A number is beside the pointer, and the pointer is changed by a little, within its object.
// OPTIONS: --check lost-memory
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static union {
    struct node *head;
    uintptr_t bits;
} list;
static int words[2];

int main(void) {
    list.head = malloc(sizeof(struct node));
    if (!list.head)
        return 1;
    list.head->next = NULL;
    list.bits += 3;
    words[1] = -1;
    return 0;
}
