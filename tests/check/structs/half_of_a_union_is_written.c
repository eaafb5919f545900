// Two bytes of a union are written, four are looked at.
// OPTIONS: --check uninitialised-use
extern unsigned short __VERIFIER_nondet_ushort(void);

union value {
    unsigned short narrow;
    unsigned wide;
};

int main(void) {
    union value value;
    value.narrow = __VERIFIER_nondet_ushort();
    if (value.narrow == 0)
        return 0;
    if (value.wide > 1000) // FAILS: uninitialised-use
        return 1;
    return 2;
}
