extern int __VERIFIER_nondet_int(void);
static int one(void) {
    return 1;
}
static int two(void) {
    return 2;
}

int main(void) {
    int (*f)(void) = __VERIFIER_nondet_int() ? one : two;
    return (f() | f()) == 0;
}
