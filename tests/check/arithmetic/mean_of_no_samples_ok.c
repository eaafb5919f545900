// The mean of no samples is zero by agreement.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int mean(const signed char *samples, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += samples[i];
    return n > 0 ? sum / n : 0;
}

int main(void) {
    signed char samples[4] = {4, -3, 7, 12};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    return mean(samples, n);
}
