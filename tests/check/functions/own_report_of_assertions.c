// The program's own function is called where an assertion does not hold: it goes on as that says.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int reported;

void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)text, (void)file, (void)line, (void)function;
    int divisor = reported++;
    exit(3 / divisor); // FAILS: division-by-zero
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x == 3);
    return 0;
}
