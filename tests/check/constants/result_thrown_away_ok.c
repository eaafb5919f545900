extern int __VERIFIER_nondet_int(void);

int main(void) {
    const long two = 2;
    if (__VERIFIER_nondet_int() == 5)
        (void)(7 / two);
    return 0;
}
