// Wide amounts in an assignment, all in range.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char value = 128;
    long long places = (long long)__VERIFIER_nondet_uchar() & 7;
    value >>= places;
    return value;
}
