// A search ends with the array.
extern int __VERIFIER_nondet_int(void);

static const int primes[6] = {2, 3, 5, 7, 11, 13};

int main(void) {
    int wanted = __VERIFIER_nondet_int();
    int i = 0;
    while (i < 6 && primes[i] != wanted)
        i++;
    return i;
}
