#include "list.h"
#include <assert.h>
#include <stddef.h>

int main(void) {
    struct list list = {NULL, 0};
    for (int key = 1; key <= 5; key++)
        list_push(&list, key);
    struct node *three = list_find(&list, 3);
    assert(three != NULL && three->key == 3);
    list_remove(&list, 3);
    assert(list.length == 4);
    three = list_find(&list, 3);
    assert(three == NULL);
    return 0;
}
