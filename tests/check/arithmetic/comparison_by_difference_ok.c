// Two numbers are compared without arithmetic on them.
extern int __VERIFIER_nondet_int(void);

static int compare(int a, int b) {
    return (a > b) - (a < b);
}

int main(void) {
    int mine = __VERIFIER_nondet_int();
    int yours = __VERIFIER_nondet_int();
    int order = compare(mine, yours);
    return order > 0 ? mine : yours;
}
