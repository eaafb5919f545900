// A function that is called like an input and has a body is that body.
extern void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void) {
    return 4;
}

int main(void) {
    __VERIFIER_assert(__VERIFIER_nondet_int() != 4); // FAILS: assertion
    return 0;
}
