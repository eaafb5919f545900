extern int nondet_number(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = 0;
    nondet_number();
    __VERIFIER_assert(x == 0);
    return 0;
}
