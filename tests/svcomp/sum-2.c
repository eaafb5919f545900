extern int __VERIFIER_nondet_int(void);

/* The sum of any numbers. */
int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        int x = __VERIFIER_nondet_int();
        sum += x;
    }
    return sum > 0;
}
