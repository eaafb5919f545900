// Milliseconds are counted in a long, enough for 24 days.
// OPTIONS: -m32
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    long days = __VERIFIER_nondet_ushort();
    if (days > 30)
        return 0;
    long milliseconds = days * 86400000L; // FAILS: signed-overflow
    return milliseconds < 0;
}
