// The same in an assignment.
// NATIVE: clang looks at the low bits of the amount only
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char value = 128;
    long long places = (long long)__VERIFIER_nondet_uchar() << 32;
    value >>= places; // FAILS: shift-amount
    return value;
}
