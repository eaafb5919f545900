#include <vector>

extern "C" unsigned __VERIFIER_nondet_uint();

int main() {
    std::vector<int> numbers{1, 2};
    unsigned count = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < count && i < 2; i++)
        numbers.pop_back();
    return numbers.front(); // FAILS: assertion
}
