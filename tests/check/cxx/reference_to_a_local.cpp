// The larger of two values is returned as a reference to a parameter that is gone.
extern "C" int __VERIFIER_nondet_int(void);

static const int &larger(const int &a, int b) {
    const int *result = &a;
    if (b > a)
        result = &b;
    return *result;
}

int main() {
    int a = 10;
    int b = __VERIFIER_nondet_int();
    int result = larger(a, b); // FAILS: use-after-return
    return result < 10;
}
