// The recursion of Euclid ends at zero.
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() & 7u;
    unsigned b = __VERIFIER_nondet_uchar() & 7u;
    return (int)gcd(a, b);
}
