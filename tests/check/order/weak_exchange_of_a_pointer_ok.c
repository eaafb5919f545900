// OPTIONS: -m32
extern void __VERIFIER_assert(int);
static char a, b;

int main(void) {
    char *p = &a, *expected = &a;
    int done = __atomic_compare_exchange_n(&p, &expected, &b, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    __VERIFIER_assert(p == &b && done);
    return 0;
}
