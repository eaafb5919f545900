// OPTIONS: -std=c++14
#include <cassert>

extern "C" int __VERIFIER_nondet_int();

constexpr int half(int x) {
    assert(x % 2 == 0);
    return x / 2;
}

template <typename T> T twice(T x) {
    assert(sizeof(T) >= 1); // PROVED: assertion
    return 2 * x;
}

int main() {
    constexpr int four = half(8);
    static_assert(four == 4, "");
    assert(four == 4); // PROVED: assertion
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    return half(x - x % 2) + twice(four);
}
