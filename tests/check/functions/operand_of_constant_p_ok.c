// What asks whether something is constant does not evaluate it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct flags {
    unsigned low : 3;
    int numbers[4];
};

static int variable;
static int length[__builtin_constant_p(3) ? 2 : -1];

_Static_assert(__builtin_constant_p("text"), "a literal");
_Static_assert(__builtin_constant_p(sizeof(int) + 1), "a constant");
_Static_assert(!__builtin_constant_p(&variable), "an address");

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct flags flags = {.low = 5};
    int *p = n ? &variable : 0;
    assert(!__builtin_constant_p(*p));
    assert(!__builtin_constant_p(10 / n) && !__builtin_constant_p(flags.numbers[n]));
    assert(!__builtin_constant_p(flags.low) && !__builtin_constant_p(n + 1) && !__builtin_constant_p(n++));
    assert(__builtin_constant_p(1 + 2) && __builtin_constant_p(__builtin_constant_p(n)));
    return length[0] + (__builtin_constant_p(p) ? *p : 0);
}
