// A power that is unfolded at compile time overflows for a base of 36.
#include <assert.h>

extern "C" int __VERIFIER_nondet_int(void);

template <int N>
struct Power {
    static int of(int x) {
        return x * Power<N - 1>::of(x); // FAILS: signed-overflow
    }
};

template <>
struct Power<0> {
    static int of(int) { return 1; }
};

int main() {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 36)
        return 0;
    assert(Power<6>::of(x) >= x);
    return 0;
}
