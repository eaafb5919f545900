// What alloca gives lives as long as the function is executed, not the block.
#include <alloca.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define DUPLICATE(text) ({ char *copy = alloca(4); memcpy(copy, text, 4); copy; })

static int *leak(void) {
    int *p;
    {
        p = alloca(4);
    }
    *p = 7;
    return p;
}

int main(void) {
    int *p, *q;
    {
        p = __builtin_alloca(4);
        *p = 1;
        int scoped = 3;
        q = &scoped;
    }
    char *text = DUPLICATE("abc");
    if (*p != 1 || text[2] != 'c')
        return 1;
    if (__VERIFIER_nondet_int())
        return *q; // FAILS: use-after-scope
    return *leak(); // FAILS: use-after-return
}
