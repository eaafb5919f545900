extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int undefined(int *);

/* A function that nobody defines changes nothing. */
int main(void) {
    int x = 1;
    int y = undefined(&x);
    if (x != 1 || (y > 5 && y <= 5))
        reach_error();
    return 0;
}
