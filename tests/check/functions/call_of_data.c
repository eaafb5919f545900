// A pointer to a function is made from a pointer to data.
// NATIVE: the machine executes the data
extern int __VERIFIER_nondet_int(void);

static int answer = 42;

static int get_answer(void) {
    return answer;
}

int main(void) {
    void *symbols[2] = {(void *)get_answer, &answer};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1)
        return 1;
    int (*f)(void) = (int (*)(void))symbols[i];
    return f(); // FAILS: invalid-call
}
