// The span between two positions after zero fits a long.
extern long __VERIFIER_nondet_long(void);

static long span(long from, long to) {
    return to - from;
}

int main(void) {
    long from = __VERIFIER_nondet_long();
    long to = __VERIFIER_nondet_long();
    if (from < 0 || from > to)
        return 1;
    return span(from, to) > 1000;
}
