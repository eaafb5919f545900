// A square is never 2 modulo 4, but it can be 1.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    unsigned rest = x * x % 4;
    if (rest == 2)
        __VERIFIER_assert(x == 0); // UNREACHABLE: assertion
    if (rest == 1)
        __VERIFIER_assert(x % 4 == 1); // FAILS: assertion
    return 0;
}
