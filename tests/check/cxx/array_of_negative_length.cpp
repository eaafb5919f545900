// new[] of a negative number of elements throws.
extern "C" int __VERIFIER_nondet_int(void);

int main() {
    int n = __VERIFIER_nondet_int();
    int *a = new int[n]; // UNKNOWN: exception
    delete[] a;
    return 0;
}
