// A callback gets the context of another callback.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
    int limit;
    int hits;
};

static void count_larger(int x, void *context) {
    struct counter *counter = context;
    if (x > counter->limit)
        counter->hits++;
}

static void for_each(const int *a, int n, void (*visit)(int, void *), void *context) {
    for (int i = 0; i < n; i++)
        visit(a[i], context);
}

int main(void) {
    int a[3] = {5, 15, __VERIFIER_nondet_int()};
    struct counter small = {10, 0}, large = {20, 0};
    for_each(a, 3, count_larger, &small);
    for_each(a, 3, count_larger, &small);
    assert(large.hits <= small.hits);
    assert(small.hits <= 2); // FAILS: assertion
    return 0;
}
