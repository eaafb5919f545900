// Each member has a designated initialiser.
extern int __VERIFIER_nondet_int(void);

struct scale {
    int numerator;
    int denominator;
    const char *name;
};

int main(void) {
    static const struct scale scales[2] = {
        {.name = "half", .numerator = 1, .denominator = 2},
        {.name = "whole", .numerator = 1, .denominator = 1},
    };
    const struct scale *scale = &scales[__VERIFIER_nondet_int() < 0];
    return 100 * scale->numerator / scale->denominator;
}
