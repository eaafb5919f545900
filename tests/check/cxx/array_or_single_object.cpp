// One object or an array is allocated, and released as if it were always one.
extern "C" unsigned __VERIFIER_nondet_uint(void);

int main() {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 4)
        return 0;
    int *values = n == 1 ? new int(0) : new int[n]();
    values[n - 1] = 1;
    int result = values[0];
    delete values; // FAILS: mismatched-free
    return result;
}
