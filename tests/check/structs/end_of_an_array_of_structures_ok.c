// A pointer walks up to the end of an array of structures.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct sample {
    unsigned char value;
    unsigned char weight;
};

static unsigned total(const struct sample *from, const struct sample *to) {
    unsigned sum = 0;
    for (const struct sample *s = from; s < to; s++)
        sum += s->value;
    return sum;
}

int main(void) {
    struct sample samples[3] = {{5, 1}, {6, 2}, {7, 3}};
    unsigned n = __VERIFIER_nondet_uchar() & 3;
    return (int)total(samples, samples + n);
}
