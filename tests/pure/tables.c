#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct entry { short id; const char *name; int *slot; char flags; };
static int slots[4];
static struct entry table[] = {
    { 1, "one", &slots[0], 'a' }, { 2, "two", &slots[1], 'b' }, { 3, 0, 0, 'c' },
};
static uint64_t map[4];
static void put(int key, void *value) { map[key % 4] = (uint64_t)(uintptr_t)value; }
static void *get(int key) { return (void *)(uintptr_t)map[key % 4]; }
int main(void) {
    struct entry copy[3];
    memcpy(copy, table, sizeof table);
    for (int i = 0; copy[i].name; i++) {
        *copy[i].slot = copy[i].id + copy[i].name[0];
        copy[i].flags++;
    }
    struct entry second = copy[1];
    memset(copy, 0, sizeof copy);
    if (copy[0].slot || !second.slot) return 1;
    put(2, second.slot);
    *(int *)get(2) += 1;
    char text[32];
    snprintf(text, sizeof text, "%s %d", second.name, slots[1]);
    return strcmp(text, "two 119") != 0;
}
