// The last element of a list that may be empty already is the head of the list, which is not on the heap.
#include <list>

extern "C" int __VERIFIER_nondet_int();

int main() {
    std::list<int> numbers{1, 2};
    numbers.reverse();
    numbers.pop_back();
    if (__VERIFIER_nondet_int())
        numbers.pop_back();
    numbers.pop_back(); // FAILS: invalid-free
    return 0;
}
