// The sum of two shorts is an int, and is cut when it becomes a short again.
// OPTIONS: --check lossy-conversion
extern short __VERIFIER_nondet_short(void);

int main(void) {
    short base = __VERIFIER_nondet_short();
    short extra = __VERIFIER_nondet_short();
    short total = base;
    total += extra; // FAILS: lossy-conversion
    return total > 0;
}
