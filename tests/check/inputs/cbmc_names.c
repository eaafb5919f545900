// The names of CBMC: __CPROVER_assume and __CPROVER_assert.
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *description);
unsigned nondet_unsigned(void);

int main(void) {
    unsigned width = nondet_unsigned();
    unsigned height = nondet_unsigned();
    __CPROVER_assume(width <= 16);
    __CPROVER_assume(height <= width);
    __CPROVER_assert(height <= 16, "the height is limited by the width");
    __CPROVER_assert(width != 0, "there is something to see"); // FAILS: assertion
    return 0;
}
