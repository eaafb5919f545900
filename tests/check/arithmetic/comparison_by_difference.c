// Two numbers are compared by the sign of their difference.
extern int __VERIFIER_nondet_int(void);

static int compare(int a, int b) {
    return a - b; // FAILS: signed-overflow
}

int main(void) {
    int mine = __VERIFIER_nondet_int();
    int yours = __VERIFIER_nondet_int();
    int order = compare(mine, yours);
    return order > 0 ? mine : yours;
}
