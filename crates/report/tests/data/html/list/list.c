#include "list.h"
#include <stdlib.h>

struct node *last_found = NULL;

void list_push(struct list *list, int key) {
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->next = list->head;
    list->head = node;
    list->length++;
}

struct node *list_find(struct list *list, int key) {
    if (last_found != NULL && last_found->key == key)
        return last_found;
    for (struct node *node = list->head; node != NULL; node = node->next) {
        if (node->key == key) {
            last_found = node;
            return node;
        }
    }
    return NULL;
}

void list_remove(struct list *list, int key) {
    struct node **link = &list->head;
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    if (*link == NULL)
        return;
    struct node *gone = *link;
    *link = gone->next;
    free(gone);
    list->length--;
}
