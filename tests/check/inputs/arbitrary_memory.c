// All of the bytes are arbitrary.
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void __VERIFIER_assert(int);

int main(void) {
    char buffer[8] = {0};
    __VERIFIER_nondet_memory(buffer, sizeof buffer);
    __VERIFIER_assert(buffer[3] != 'x'); // FAILS: assertion
    return 0;
}
