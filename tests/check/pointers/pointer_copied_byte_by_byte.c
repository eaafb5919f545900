// A pointer that may be null is copied byte by byte.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void copy_bytes(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++)
        t[i] = f[i];
}

int main(void) {
    int x = 1, y = 2;
    int choice = __VERIFIER_nondet_int();
    int *source = choice == 0 ? &x : choice == 1 ? &y : NULL;
    int *copy;
    copy_bytes(&copy, &source, sizeof copy);
    *copy = 7; // FAILS: null-dereference
    return x + y > 9;
}
