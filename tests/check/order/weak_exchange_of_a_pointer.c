// OPTIONS: -m32
// NATIVE: this machine's does not
extern void __VERIFIER_assert(int);
static char a, b;

int main(void) {
    char *p = &a, *expected = &a;
    int done = __atomic_compare_exchange_n(&p, &expected, &b, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    __VERIFIER_assert(p == &b); // FAILS: assertion
    return done;
}
