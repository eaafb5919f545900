// A cursor is moved through a pointer to it, one step more than there is input.
extern unsigned __VERIFIER_nondet_uint(void);

static int next(const char **cursor, const char *end) {
    if (*cursor > end)
        return -1;
    (*cursor)++; // FAILS: pointer-arithmetic
    return 0;
}

int main(void) {
    static const char input[4] = {'a', 'b', 'c', 'd'};
    const char *cursor = input;
    unsigned steps = __VERIFIER_nondet_uint();
    if (steps > 6)
        return 0;
    for (unsigned i = 0; i < steps; i++)
        if (next(&cursor, input + 4) < 0)
            return 1;
    return 0;
}
