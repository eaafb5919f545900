// Where indices are not checked, accesses tell that an array of variable length is left.
// OPTIONS: --no-check array-index
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int length = 3 + (__VERIFIER_nondet_int() == 1), other = length;
    int numbers[length];
    numbers[other - 1] = 0; // PROVED: out-of-bounds-write
    return numbers[other - 1]; // PROVED: out-of-bounds-read
}
