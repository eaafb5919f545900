// The frequency of the fast clock does not fit an int.
extern int __VERIFIER_nondet_int(void);

static int ticks(int fast) {
    double slow_hertz = 32768.0, fast_hertz = 3.2e9;
    if (fast)
        return (int)fast_hertz; // FAILS: float-cast-overflow
    return (int)slow_hertz;
}

int main(void) {
    return ticks(__VERIFIER_nondet_int() > 10) > 100000;
}
