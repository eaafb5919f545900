// The midpoint of two indices, by their difference.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int midpoint(int low, int high) {
    int gap = high - low;
    return low + gap / 2;
}

int main(void) {
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    __VERIFIER_assume(low >= 0 && low <= high);
    int middle = midpoint(low, high);
    return middle < low || middle > high;
}
