// Two bits are taken for three values.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned flags = __VERIFIER_nondet_uint();
    unsigned mode = flags >> 6 & 3u;
    __VERIFIER_assert(mode <= 2); // FAILS: assertion
    return (int)mode;
}
