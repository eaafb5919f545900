// See the twin.
#include <cassert>

extern "C" int nondet_int();

namespace {
template <typename T> void never(T x) {
    assert(x > 0); // UNREACHABLE: assertion
}

template <bool B> int chosen(int x) {
    if constexpr (B)
        assert(x != 0 || x == 0); // PROVED: assertion
    return x;
}

struct Box {
    int x;
    explicit Box(int y) : x(y) { assert(x == y); } // PROVED: assertion
    void never() const { assert(x == 3); } // UNREACHABLE: assertion
};
} // namespace

int main() {
    Box box(nondet_int());
    return chosen<true>(box.x) == 0;
}
