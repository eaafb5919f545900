// A table of operations is indexed with a number that may be one too large.
extern unsigned __VERIFIER_nondet_uint(void);

static int plus_one(int x) {
    return x + 1;
}

static int twice(int x) {
    return x * 2;
}

static int nothing(int x) {
    return x;
}

static int (*const operations[3])(int) = {plus_one, twice, nothing};

int main(void) {
    unsigned code = __VERIFIER_nondet_uint();
    if (code > 3)
        return 1;
    return operations[code](20); // FAILS: array-index
}
