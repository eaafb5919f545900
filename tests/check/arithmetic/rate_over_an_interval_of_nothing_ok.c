// Between two different times there is a rate per second.
extern long __VERIFIER_nondet_long(void);

static long rate(long amount, long from, long to) {
    long seconds = to - from;
    return amount / seconds;
}

int main(void) {
    long from = __VERIFIER_nondet_long();
    long to = __VERIFIER_nondet_long();
    if (from < 0 || to > 1000000)
        return 1;
    if (from >= to)
        return 1;
    return rate(3600, from, to) > 60;
}
