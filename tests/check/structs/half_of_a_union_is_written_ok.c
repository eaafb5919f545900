// All bytes of a union are written before two of them are changed.
// OPTIONS: --check uninitialised-use
extern unsigned short __VERIFIER_nondet_ushort(void);

union value {
    unsigned short narrow;
    unsigned wide;
};

int main(void) {
    union value value;
    value.wide = 0;
    value.narrow = __VERIFIER_nondet_ushort();
    if (value.narrow == 0)
        return 0;
    if (value.wide > 1000)
        return 1;
    return 2;
}
