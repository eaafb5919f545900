// Whoever may be called here changes the same variable.
extern int __VERIFIER_nondet_int(void);
static unsigned state;
static int up(void) {
    return ++state & 1;
}
static int down(void) {
    return --state & 1;
}

int main(void) {
    int (*f)(void) = __VERIFIER_nondet_int() ? up : down;
    return f() | f(); // ASSUMES: order
}
