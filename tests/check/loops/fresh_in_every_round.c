// A variable that is not set has another value in every round, for all one knows.
// NATIVE: the machine puts the old value there again
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int look(const int *place) {
    return *place;
}

int main(void) {
    int seen[2];
    for (int i = 0; i < 2; i++) {
        int never_set;
        seen[i] = look(&never_set);
    }
    __VERIFIER_assert(seen[0] == seen[1]); // FAILS: assertion
    return 0;
}
