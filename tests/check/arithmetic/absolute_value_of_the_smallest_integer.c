// The distance from zero of the smallest integer does not fit.
extern int __VERIFIER_nondet_int(void);

static unsigned distance(int x) {
    if (x >= 0)
        return (unsigned)x;
    int positive = -x; // FAILS: signed-overflow
    return (unsigned)positive;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    return distance(x) > 100;
}
