// An index that leads into another array is no way there, wherever that lies.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, b[4] = {0};
    int *p = a;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    p[i] = 1; // FAILS: out-of-bounds-write
    return b[0];
}
