// EXIT: 9
// An empty list has a default.
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

static int first(const struct node *list) {
    if (list == NULL)
        return 9;
    return list->value;
}

int main(void) {
    struct node only = {NULL, 5};
    if (first(&only) != 5)
        return 1;
    return first(only.next);
}
