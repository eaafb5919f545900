// Cut off, and not rounded to the nearest, a float below 1 times the length stays below the length.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static const short table[1000];

int main(void) {
    float at = __VERIFIER_nondet_float();
    __VERIFIER_assume(at >= 0.0f && at <= 0.999f);
    int index = (int)(at * 1000.0f);
    return table[index];
}
