// The recursion of Euclid ends at one, and divides by zero where the divisor is another.
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
    if (b == 1)
        return 1;
    return gcd(b, a % b); // FAILS: division-by-zero
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() & 7u;
    unsigned b = __VERIFIER_nondet_uchar() & 7u;
    return (int)gcd(a, b);
}
