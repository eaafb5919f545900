// The bucket of a hash table is a signed remainder, negative for a negative key.
#include <assert.h>
#include <stddef.h>

#define BUCKETS 3

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key;
    struct entry *next;
};

static struct entry *buckets[BUCKETS];

static int bucket(int key) {
    return key % BUCKETS;
}

static void insert(struct entry *e) {
    struct entry **b = &buckets[bucket(e->key)]; // FAILS: array-index
    e->next = *b;
    *b = e;
}

static int contains(int key) {
    struct entry *e = buckets[bucket(key)];
    while (e && e->key != key)
        e = e->next;
    return e != NULL;
}

int main(void) {
    struct entry first = {__VERIFIER_nondet_int(), NULL}, second = {__VERIFIER_nondet_int(), NULL};
    insert(&first);
    insert(&second);
    assert(contains(first.key) && contains(second.key));
    return 0;
}
