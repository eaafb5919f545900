// A float just below 1 times the length is rounded up to the length.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static const short table[1000];

int main(void) {
    float at = __VERIFIER_nondet_float();
    __VERIFIER_assume(at >= 0.0f && at < 1.0f);
    int index = (int)(at * 1000.0f + 0.5f);
    return table[index]; // FAILS: array-index
}
