// The distance from zero is unsigned.
extern int __VERIFIER_nondet_int(void);

static unsigned distance(int x) {
    if (x >= 0)
        return (unsigned)x;
    unsigned negative = (unsigned)x;
    return 0u - negative;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    return distance(x) > 100;
}
