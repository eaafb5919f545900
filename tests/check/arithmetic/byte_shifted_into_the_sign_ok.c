// The highest of four bytes is shifted as an unsigned number.
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned word(const unsigned char *bytes) {
    unsigned low = bytes[0] | (unsigned)bytes[1] << 8 | (unsigned)bytes[2] << 16;
    return low | (unsigned)bytes[3] << 24;
}

int main(void) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = __VERIFIER_nondet_uchar();
    return word(bytes) == 0xcafef00du;
}
