// The index of an element is computed in an array that it is not from.
// OPTIONS: --check pointer-subtraction
extern int __VERIFIER_nondet_int(void);

static short even[8], odd[8];

int main(void) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 8)
        return 0;
    short *p = k % 2 == 0 ? &even[k] : &odd[k];
    short *start = even;
    long index = p - start; // FAILS: pointer-subtraction
    return index != k;
}
