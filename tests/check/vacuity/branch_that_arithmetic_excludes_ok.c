// A square is 0 or 1 modulo 4.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    unsigned rest = x * x % 4;
    if (rest == 2)
        __VERIFIER_assert(x == 0); // UNREACHABLE: assertion
    if (rest == 1)
        __VERIFIER_assert(x % 2 == 1);
    return 0;
}
