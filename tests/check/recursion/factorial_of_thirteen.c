// The factorial of thirteen does not fit an int.
extern int __VERIFIER_nondet_int(void);

static int factorial(int n) {
    if (n <= 1)
        return 1;
    return n * factorial(n - 1); // FAILS: signed-overflow
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 13)
        return 1;
    return factorial(n) == 5040;
}
