// Milliseconds of up to 20 days are counted in a long.
// OPTIONS: -m32
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    long days = __VERIFIER_nondet_ushort();
    if (days > 20)
        return 0;
    long milliseconds = days * 86400000L;
    return milliseconds < 0;
}
