#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct item { int key; struct link link; long weight; };
static struct link *insert(struct link *head, int key) {
    struct item *item = malloc(sizeof *item);
    if (!item) exit(0);
    item->key = key;
    item->weight = 10L * key;
    item->link.next = head;
    return &item->link;
}
static struct item *item_of(struct link *link) {
    return (struct item *)((char *)link - offsetof(struct item, link));
}
int main(void) {
    struct link *heads[2] = { 0, 0 };
    for (int i = 0; i < 6; i++) heads[i % 2] = insert(heads[i % 2], i);
    long sum = 0;
    for (int i = 0; i < 2; i++)
        while (heads[i]) {
            struct item *item = item_of(heads[i]);
            sum += item->weight + item->key;
            heads[i] = item->link.next;
            free(item);
        }
    return sum != 165;
}
