// The assertion function of a verification task is called with what holds.
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);

void reach_error(void) {
    abort();
}

void __VERIFIER_assert(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned even = x & ~1u;
    __VERIFIER_assert(even % 2 == 0);
    __VERIFIER_assert(even <= x);
    return 0;
}
