// A pointer to the variable of an earlier iteration points to nothing, even if the new one lies there.
// NATIVE: compilers give it the same place each time, which no sanitizer marks
extern int __VERIFIER_nondet_int(void);

static void remember(const int **place, const int *value) { *place = value; }

int main(void) {
    const int *last = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int value = __VERIFIER_nondet_int();
        if (last && *last > 100) // FAILS: use-after-scope
            sum++;
        remember(&last, &value);
    }
    return sum;
}
