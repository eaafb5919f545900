// The pointer just behind the last element is compared and not read.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static const int *find(const int *begin, const int *end, int wanted) {
    while (begin != end && *begin != wanted)
        begin++;
    return begin;
}

int main(void) {
    int a[3] = {10, 20, 30};
    const int *end = a + 3;
    int wanted = __VERIFIER_nondet_int();
    const int *found = find(a, end, wanted);
    if (found == end)
        return 0;
    int value = *found;
    assert(value == wanted);
    return 0;
}
