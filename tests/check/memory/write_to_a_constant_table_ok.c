// A copy of a table is changed, the constant one is not.
extern unsigned __VERIFIER_nondet_uint(void);

static const int limits[4] = {10, 20, 30, 40};
static int changed[4] = {10, 20, 30, 40};

static void raise(int *limit) {
    *limit = *limit + 1;
}

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    if (i == 2)
        raise(&changed[i]);
    else
        raise(&changed[i]);
    return limits[i] > changed[i];
}
