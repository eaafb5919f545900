// The index is beyond the size, whether there is memory or not.
#include <vector>

extern "C" unsigned __VERIFIER_nondet_uint();

int main() {
    std::vector<int> numbers(3);
    numbers.reserve(10);
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 3)
        return 0;
    return numbers[at]; // FAILS: assertion
}
