extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* Bubble sort of four numbers. */
int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int round = 0; round < 4; round++)
        for (int i = 0; i + 1 < 4; i++)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
    for (int i = 0; i + 1 < 4; i++)
        if (a[i] > a[i + 1])
            reach_error();
    return 0;
}
