// A pointer to the variable of an earlier iteration points to nothing, even if the new one lies there.
extern int __VERIFIER_nondet_int(void);

static void remember(const int **place, const int *value) { *place = value; }

int main(void) {
    const int *last = 0;
    int sum = 0;
    int value;
    for (int i = 0; i < 3; i++) {
        if (last && *last > 100)
            sum++;
        value = __VERIFIER_nondet_int();
        remember(&last, &value);
    }
    return sum;
}
