// A function of C++ has no value for zero.
extern "C" int __VERIFIER_nondet_int();

static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0) return -1; // FAILS: missing-return
}

int main() {
    return sign(__VERIFIER_nondet_int()) > 0;
}
