// OPTIONS: -m32
// NATIVE: compilers compute abs themselves
// abs, labs and sqrt of one's own.
extern void __VERIFIER_assert(int);
int abs(int x) {
    return x + 1;
}
double sqrt(double x) {
    return x * 2;
}

int main(void) {
    __VERIFIER_assert(abs(-4) == 4); // FAILS: assertion
    return sqrt(4.0) == 8.0 ? 0 : 1;
}
