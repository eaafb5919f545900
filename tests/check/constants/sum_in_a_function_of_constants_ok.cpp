// Sums and shifts in functions that the compiler calls itself.
#include <climits>

extern "C" int __VERIFIER_nondet_int();

constexpr int next(int x) { return x + 1; }
constexpr int bit(int x) { return 1 << x; }
template <typename T> constexpr T square(T x) { return x * x; }

static int first() {
    const int k = next(INT_MAX - 1);
    return k;
}

static int second() {
    static int k = bit(30);
    return k;
}

static long long third() {
    static const long long k = square(3000000000LL);
    return k;
}

int main() {
    switch (__VERIFIER_nondet_int()) {
    case 1:
        return first() == 0;
    case 2:
        return second() == 0;
    }
    return third() == 0;
}
