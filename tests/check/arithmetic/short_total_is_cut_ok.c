// The sum of two shorts stays an int.
// OPTIONS: --check lossy-conversion
extern short __VERIFIER_nondet_short(void);

int main(void) {
    short base = __VERIFIER_nondet_short();
    short extra = __VERIFIER_nondet_short();
    int total = base;
    total += extra;
    return total > 0;
}
