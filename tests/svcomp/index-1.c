/* Nobody asks about the index, but the access behind it is outside of the array, and that is asked. */
extern int __VERIFIER_nondet_int(void);
int table[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    table[i] = 1;
    return 0;
}
