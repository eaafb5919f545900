// Nor how often bsearch does.
#include <assert.h>
#include <stdlib.h>

struct entry {
    short key;
    char value;
};

static unsigned calls;

static int compare(const void *key, const void *element) {
    
    return *(const short *)key - ((const struct entry *)element)->key;
}

int main(void) {
    struct entry table[4] = {{1, 'a'}, {3, 'b'}, {3, 'c'}, {9, 'd'}};
    short key = 9;
    struct entry *found = bsearch(&key, table, 4, sizeof *table, compare);
    assert(found != NULL && found->value == 'd' && calls == 0);
    return 0;
}
