// What a function does with a pointer, its name does not tell.
extern void nondet_fill(int *);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = 0;
    nondet_fill(&x); // UNKNOWN: missing-body
    __VERIFIER_assert(x == 0);
    return 0;
}
