// Nor does it tell what it makes of its arguments.
extern int __VERIFIER_nondet_between(int, int);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_between(1, 6); // UNKNOWN: missing-body
    __VERIFIER_assert(x < 7);
    return 0;
}
