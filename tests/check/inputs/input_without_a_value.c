// A procedure does something, or it would not be called.
extern void __VERIFIER_nondet_state(void);
extern void __VERIFIER_assert(int);
int state;

int main(void) {
    __VERIFIER_nondet_state(); // UNKNOWN: missing-body
    __VERIFIER_assert(state == 0);
    return 0;
}
