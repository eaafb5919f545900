// Steps of two meet the end of an array of even length.
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum_of_even_places(const unsigned char *p, unsigned length) {
    const unsigned char *end = p + length;
    unsigned sum = 0;
    while (p < end) {
        sum += *p;
        p += 2;
    }
    return sum;
}

int main(void) {
    unsigned char bytes[7] = {1, 1, 1, 1, 1, 1, 1};
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 7 || length % 2 != 0)
        return 0;
    return sum_of_even_places(bytes, length) > 4;
}
