// A level is cut to 3, so nobody gets to the branch for higher ones.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned level = __VERIFIER_nondet_uint();
    if (level > 3)
        level = 3;
    unsigned width = 8u << level;
    if (level > 5)
        __VERIFIER_assert(width == 1024); // UNREACHABLE: assertion
    if (level == 3)
        __VERIFIER_assert(width == 64);
    return (int)width;
}
