extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int undefined(int *);

/* A function that nobody defines returns any value. */
int main(void) {
    int x = 1;
    if (undefined(&x) == 77)
        reach_error();
    return 0;
}
