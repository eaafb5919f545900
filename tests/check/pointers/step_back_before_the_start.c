// Going back by an amount from outside leaves the array at its start.
extern unsigned __VERIFIER_nondet_uint(void);

static int history[5] = {1, 2, 3, 4, 5};

static int look_back(const int *now, unsigned steps) {
    const int *then = now - steps; // FAILS: pointer-arithmetic
    return *then;
}

int main(void) {
    unsigned steps = __VERIFIER_nondet_uint();
    if (steps > 5)
        return 0;
    return look_back(&history[4], steps);
}
