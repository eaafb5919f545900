// VERDICT: unknown
// Sums and shifts in functions that the compiler calls itself.
#include <climits>

extern "C" int __VERIFIER_nondet_int();

constexpr int next(int x) { return x + 1; }
constexpr int bit(int x) { return 1 << x; }
template <typename T> constexpr T square(T x) { return x * x; }

static int first() {
    const int k = next(INT_MAX); // UNKNOWN: unmodelled
    return k;
}

static int second() {
    static int k = bit(33); // UNKNOWN: unmodelled
    return k;
}

static long long third() {
    static const long long k = square(4000000000LL); // UNKNOWN: unmodelled
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
