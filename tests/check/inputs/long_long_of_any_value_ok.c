// Half of the distance between two long longs of the same sign.
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);

int main(void) {
    long long low = __VERIFIER_nondet_longlong();
    long long high = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(low <= high);
    __VERIFIER_assume(low >= 0);
    long long gap = high - low;
    return gap / 2 > 1000;
}
