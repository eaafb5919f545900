// The names of ESBMC: __ESBMC_assume and __ESBMC_assert.
void __ESBMC_assume(_Bool condition);
void __ESBMC_assert(_Bool condition, const char *description);
int nondet_int(void);

int main(void) {
    int cents = nondet_int();
    __ESBMC_assume(cents >= 0 && cents < 1000);
    int euros = cents / 100;
    int rest = cents - euros * 100;
    __ESBMC_assert(rest >= 0, "nobody gets back more than was paid");
    __ESBMC_assert(rest < 99, "less than a euro is left"); // FAILS: assertion
    return 0;
}
