// A running total of readings that are looked at first.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int reading = __VERIFIER_nondet_int();
        if (reading < -1000 || reading > 1000)
            continue;
        total += reading;
    }
    return total > 0;
}
