/* Keeps a pointer into an array while the array grows. Natively this often seems to work. */
#include <stdio.h>
#include <stdlib.h>

struct item {
    char name[16];
    int stock;
};

struct shelf {
    struct item *items;
    size_t count, room;
};

static struct item *add(struct shelf *shelf, const char *name, int stock) {
    if (shelf->count == shelf->room) {
        size_t room = shelf->room == 0 ? 4 : 2 * shelf->room;
        struct item *items = realloc(shelf->items, room * sizeof *items);
        if (items == NULL)
            exit(EXIT_FAILURE);
        shelf->items = items;
        shelf->room = room;
    }
    struct item *item = &shelf->items[shelf->count++];
    snprintf(item->name, sizeof item->name, "%s", name);
    item->stock = stock;
    return item;
}

int main(void) {
    struct shelf shelf = {NULL, 0, 0};
    struct item *anchor = add(&shelf, "anchor", 3);
    for (int n = 1; n <= 4; n++) {
        char name[16];
        snprintf(name, sizeof name, "buoy %d", n);
        add(&shelf, name, 10 * n);
    }
    anchor->stock--; /* the fourth buoy has moved the shelf */
    for (size_t i = 0; i < shelf.count; i++)
        printf("%-8s %3d\n", shelf.items[i].name, shelf.items[i].stock);
    free(shelf.items);
    return 0;
}
