// A parameter can be constant, too.
// NATIVE: local variables lie in memory that can be written
struct pair {
    int a, b;
};

static int number(const int x) {
    int *p = (int *)&x;
    *p = 3; // FAILS: write-to-constant
    return x;
}

static int pair(const struct pair x) {
    struct pair *p = (struct pair *)&x;
    p->b = 3; // FAILS: write-to-constant
    return x.b;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct pair two = {1, 2};
    return __VERIFIER_nondet_int() ? number(1) : pair(two);
}
