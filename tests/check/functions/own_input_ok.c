extern void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void) {
    return 4;
}

int main(void) {
    __VERIFIER_assert(__VERIFIER_nondet_int() == 4);
    return 0;
}
