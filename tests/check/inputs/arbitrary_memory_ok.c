// Bytes beside the range stay as they are.
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void __VERIFIER_assert(int);

int main(void) {
    char buffer[8] = {0};
    __VERIFIER_nondet_memory(buffer + 4, 4);
    __VERIFIER_assert(buffer[3] != 'x');
    return 0;
}
