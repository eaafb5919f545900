// The index is below the size.
#include <vector>

extern "C" unsigned __VERIFIER_nondet_uint();

int main() {
    std::vector<int> numbers(3);
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 3)
        return 0;
    return numbers[at];
}
