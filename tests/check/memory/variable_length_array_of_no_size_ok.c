// The size of an array on the stack is a difference plus one.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int from = __VERIFIER_nondet_int();
    int to = __VERIFIER_nondet_int();
    if (from < 0 || to > 8 || from > to)
        return 0;
    char window[to - from + 1];
    window[0] = 1;
    return window[0] - 1;
}
