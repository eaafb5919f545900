// The larger of two values is returned as a reference to what the caller has.
extern "C" int __VERIFIER_nondet_int(void);

static const int &larger(const int &a, const int &b) {
    const int *result = &a;
    if (b > a)
        result = &b;
    return *result;
}

int main() {
    int a = 10;
    int b = __VERIFIER_nondet_int();
    int result = larger(a, b);
    return result < 10;
}
