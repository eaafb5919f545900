// The frequency of the fast clock fits a long long.
extern int __VERIFIER_nondet_int(void);

static long long ticks(int fast) {
    double slow_hertz = 32768.0, fast_hertz = 3.2e9;
    if (fast)
        return (long long)fast_hertz;
    return (long long)slow_hertz;
}

int main(void) {
    return ticks(__VERIFIER_nondet_int() > 10) > 100000;
}
