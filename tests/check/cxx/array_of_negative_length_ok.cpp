// new[] of a number of elements that fits.
extern "C" int __VERIFIER_nondet_int(void);

int main() {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    int *a = new int[n];
    a[n - 1] = 1;
    delete[] a;
    return 0;
}
