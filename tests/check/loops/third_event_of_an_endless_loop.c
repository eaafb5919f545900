// Nobody knows how many events come; the third one breaks the assertion.
// OPTIONS: --unwind 4
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned pending = 0;
    while (__VERIFIER_nondet_bool()) {
        if (pending < 3)
            pending++;
        __VERIFIER_assert(pending < 3); // FAILS: assertion
    }
    return (int)pending;
}
