// A function of C++ returns a value on every path.
extern "C" int __VERIFIER_nondet_int();

static int sign(int x) {
    if (x > 0)
        return 1;
    return x < 0 ? -1 : 0;
}

int main() {
    return sign(__VERIFIER_nondet_int()) > 0;
}
