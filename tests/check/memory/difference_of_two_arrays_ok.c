// The index of an element is computed in the array that it is from.
// OPTIONS: --check pointer-subtraction
extern int __VERIFIER_nondet_int(void);

static short even[8];

int main(void) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 8)
        return 0;
    short *p = &even[k];
    short *start = even;
    long index = p - start;
    return index != k;
}
