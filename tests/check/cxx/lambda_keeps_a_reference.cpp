// A lambda holds a reference to a variable of a block that it outlives.
#include <assert.h>

extern "C" int __VERIFIER_nondet_int(void);

template <class F>
static auto twice(F f) {
    return [f] { return f() + f(); };
}

static auto maker(int n) {
    int offset = n & 7;
    const int &kept = offset;
    return [&kept, n] { return n > 0 ? kept : 0; }; // FAILS: use-after-return
}

int main() {
    auto f = twice(maker(__VERIFIER_nondet_int()));
    assert(f() <= 14);
    return 0;
}
