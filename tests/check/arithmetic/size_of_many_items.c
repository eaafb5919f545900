// The size of a header and of many items wraps around.
// OPTIONS: --check unsigned-overflow
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned size_of(unsigned count) {
    unsigned items = count * 24u; // FAILS: unsigned-overflow
    return items + 8u;
}

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 0x20000000u)
        return 1;
    return size_of(count) > 4096u;
}
