// A search that finds nothing gives null, and its result is used all the same.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key;
    int value;
};

static struct entry table[3] = {{3, 30}, {5, 50}, {7, 70}};

static struct entry *find(int key) {
    for (int i = 0; i < 3; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

int main(void) {
    struct entry *e = find(__VERIFIER_nondet_int());
    e->value++; // FAILS: null-dereference
    return e->value;
}
