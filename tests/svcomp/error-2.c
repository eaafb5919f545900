extern int __VERIFIER_nondet_int(void);

void reach_error(void) {}

/* What comes behind the error function counts if nobody asks whether it is called. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    reach_error();
    return x + 1;
}
