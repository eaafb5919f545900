// The span between two positions of the type long need not fit a long.
extern long __VERIFIER_nondet_long(void);

static long span(long from, long to) {
    return to - from; // FAILS: signed-overflow
}

int main(void) {
    long from = __VERIFIER_nondet_long();
    long to = __VERIFIER_nondet_long();
    if (from > to)
        return 1;
    return span(from, to) > 1000;
}
