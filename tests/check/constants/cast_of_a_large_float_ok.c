extern int __VERIFIER_nondet_int(void);

int main(void) {
    short small = __VERIFIER_nondet_int() ? (short)1e4 : (short)-3.75;
    return small == 5;
}
