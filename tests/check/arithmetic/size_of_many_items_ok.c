// So few items that their size is a number.
// OPTIONS: --check unsigned-overflow
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned size_of(unsigned count) {
    unsigned items = count * 24u;
    return items + 8u;
}

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 0x00100000u)
        return 1;
    return size_of(count) > 4096u;
}
