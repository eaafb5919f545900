// The head of an empty list is read.
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

static int first(const struct node *list) {
    return list->value; // BUG: null-dereference
}

int main(void) {
    struct node only = {NULL, 5};
    if (first(&only) != 5)
        return 1;
    return first(only.next);
}
