// A search that finds nothing gives null, and its caller looks.
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
    if (e == NULL)
        return 0;
    e->value++;
    return e->value;
}
