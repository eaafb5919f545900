// A cast removes const from a table, and one of its entries is raised.
extern unsigned __VERIFIER_nondet_uint(void);

static const int limits[4] = {10, 20, 30, 40};
static int changed[4] = {10, 20, 30, 40};

static void raise(int *limit) {
    *limit = *limit + 1; // FAILS: write-to-constant
}

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    if (i == 2)
        raise((int *)&limits[i]);
    else
        raise(&changed[i]);
    return limits[i] > changed[i];
}
