// A count of blocks of the type long is turned into bytes by a shift that loses its high bits.
extern long __VERIFIER_nondet_long(void);

static long bytes_of(long blocks) {
    return blocks << 12; // FAILS: shift-overflow
}

int main(void) {
    long blocks = __VERIFIER_nondet_long();
    if (blocks < 0)
        return 1;
    return bytes_of(blocks) == 8192;
}
