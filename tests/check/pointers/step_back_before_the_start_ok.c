// Going back by an amount from outside stays inside the array.
extern unsigned __VERIFIER_nondet_uint(void);

static int history[5] = {1, 2, 3, 4, 5};

static int look_back(const int *now, unsigned steps) {
    const int *then = now - steps;
    return *then;
}

int main(void) {
    unsigned steps = __VERIFIER_nondet_uint();
    if (steps > 4)
        return 0;
    return look_back(&history[4], steps);
}
