// As many levels of brackets are opened as the stack has places.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int stack[6];

static int nest(int level, int levels) {
    if (level == levels)
        return 0;
    stack[level] = level + 1;
    return stack[level] + nest(level + 1, levels); // ASSUMES: order
}

int main(void) {
    int levels = __VERIFIER_nondet_int();
    __VERIFIER_assume(levels >= 0 && levels <= 6);
    return nest(0, levels);
}
