// The midpoint of two indices, by their sum.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int midpoint(int low, int high) {
    int sum = low + high; // FAILS: signed-overflow
    return sum / 2;
}

int main(void) {
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    __VERIFIER_assume(low >= 0 && low <= high);
    int middle = midpoint(low, high);
    return middle < low || middle > high;
}
