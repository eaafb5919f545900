// The body of a loop is a block, with or without braces.
// NATIVE: compilers give a literal one place for the whole call, and no sanitizer knows when it is gone
extern int __VERIFIER_nondet_int(void);

static int after_while(int n) {
    int *kept = &n;
    while (n-- > 0) kept = &(int){n};
    return *kept; // FAILS: use-after-scope
}

static int after_for(int n) {
    const int *kept = &n;
    for (int i = 0; i < n; i++) kept = &(const int){i};
    return *kept; // FAILS: use-after-scope
}

static int in_the_condition_of_do(int n) {
    int *kept = &n, rounds = 0;
    do kept = &(int){rounds++};
    while (*kept < n); // FAILS: use-after-scope
    return rounds;
}

static int in_a_switch_in_a_loop(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int *kept = &sum;
        switch (i) {
        case 0: kept = &(int){4}; break;
        case 1: sum += 1; break;
        default: kept = &(int){5}; break;
        }
        sum += *kept; // FAILS: use-after-scope
    }
    return sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3) return 0;
    switch (__VERIFIER_nondet_int()) {
    case 0: return after_while(n);
    case 1: return after_for(n);
    case 2: return in_the_condition_of_do(n);
    default: return in_a_switch_in_a_loop(n);
    }
}
