// A search goes on until it finds, and what is looked for need not be there.
extern int __VERIFIER_nondet_int(void);

static const int primes[6] = {2, 3, 5, 7, 11, 13};

int main(void) {
    int wanted = __VERIFIER_nondet_int();
    int i = 0;
    while (primes[i] != wanted) // FAILS: array-index
        i++;
    return i;
}
