// The list is looked at before its last element is taken.
#include <cassert>
#include <list>

extern "C" int __VERIFIER_nondet_int();

int main() {
    std::list<int> numbers{1, 2};
    numbers.reverse();
    numbers.pop_back();
    if (__VERIFIER_nondet_int())
        numbers.pop_back();
    if (numbers.empty())
        return 1;
    assert(numbers.back() == 2);
    numbers.pop_back();
    return 0;
}
