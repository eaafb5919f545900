// A pointer is used while the variable it points to lives.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = 10;
    const int *best = &limit;
    int candidate;
    {
        candidate = __VERIFIER_nondet_int();
        if (candidate > limit)
            best = &candidate;
    }
    int result = *best;
    return result > 5;
}
