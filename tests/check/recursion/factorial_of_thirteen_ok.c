// The factorial of twelve is the last that fits an int.
extern int __VERIFIER_nondet_int(void);

static int factorial(int n) {
    if (n <= 1)
        return 1;
    return n * factorial(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 12)
        return 1;
    return factorial(n) == 5040;
}
