extern int __VERIFIER_nondet_int(void);

/* Whatever the sum is when it overflows, the loop ends. */
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum = sum * 31 + __VERIFIER_nondet_int();
    return sum < 0 ? -sum : sum;
}
