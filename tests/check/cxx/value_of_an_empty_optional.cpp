// OPTIONS: -std=c++17
#include <optional>

extern "C" int __VERIFIER_nondet_int();

static std::optional<int> half(int x) {
    if (x % 2 != 0)
        return std::nullopt;
    return x / 2;
}

int main() {
    return *half(__VERIFIER_nondet_int()) == 3; // FAILS: assertion
}
