// The program's own function ends it, and nothing fails.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)text, (void)file, (void)line, (void)function;
    exit(0);
}

int main(void) {
    int x = __VERIFIER_nondet_int(), *p = x == 3 ? &x : 0;
    assert(x == 3);
    return *p == 3 ? 0 : 1;
}
