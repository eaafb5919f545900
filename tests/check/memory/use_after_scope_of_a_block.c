// A pointer to a variable of an inner block is used after the block.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = 10;
    const int *best = &limit;
    {
        int candidate = __VERIFIER_nondet_int();
        if (candidate > limit)
            best = &candidate;
    }
    int result = *best; // FAILS: use-after-scope
    return result > 5;
}
