// Six levels of brackets are opened, and a stack of five is kept.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int stack[5];

static int nest(int level, int levels) {
    if (level == levels)
        return 0;
    stack[level] = level + 1; // FAILS: array-index
    return stack[level] + nest(level + 1, levels); // ASSUMES: order
}

int main(void) {
    int levels = __VERIFIER_nondet_int();
    __VERIFIER_assume(levels >= 0 && levels <= 6);
    return nest(0, levels);
}
