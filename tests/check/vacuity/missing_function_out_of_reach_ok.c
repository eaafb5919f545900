// A function without a body is called for a length that cannot occur.
extern unsigned char __VERIFIER_nondet_uchar(void);

extern void report_overflow(const char *buffer, unsigned length);

int main(void) {
    char buffer[8] = {0};
    unsigned length = __VERIFIER_nondet_uchar();
    if (length > 8)
        length = 8;
    if (length > 8)
        report_overflow(buffer, length);
    return length > 0 && length <= 8 ? buffer[length - 1] : 0;
}
