extern int __VERIFIER_nondet_int(void);

/* The sum of short numbers. */
int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < -1000 || x > 1000)
            return 0;
        sum += x;
    }
    return sum > 0;
}
