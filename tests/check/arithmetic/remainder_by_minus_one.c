// The remainder by -1 is as undefined as the quotient.
extern int __VERIFIER_nondet_int(void);

static int is_multiple(int a, int b) {
    return a % b == 0; // FAILS: signed-overflow
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (b == 0)
        return 2;
    return is_multiple(a, b);
}
