// A count of blocks that is small enough can be turned into bytes.
extern long __VERIFIER_nondet_long(void);

static long bytes_of(long blocks) {
    return blocks << 12;
}

int main(void) {
    long blocks = __VERIFIER_nondet_long();
    if (blocks < 0 || blocks >= 1l << 51)
        return 1;
    return bytes_of(blocks) == 8192;
}
