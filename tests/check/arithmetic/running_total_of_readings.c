// A running total of readings of any size.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int reading = __VERIFIER_nondet_int();
        total += reading; // FAILS: signed-overflow
    }
    return total > 0;
}
