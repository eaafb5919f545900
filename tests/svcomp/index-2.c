/* The same, but the index is in range. */
extern int __VERIFIER_nondet_int(void);
int table[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    table[i] = 1;
    return 0;
}
