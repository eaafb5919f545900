// STDOUT: 7\n
// `get` lends the pointer, and its owner has deleted it already.
#include <iostream>
#include <memory>

int main() {
    std::unique_ptr<int> owner = std::make_unique<int>(7);
    int *lent = owner.get();
    std::cout << *lent << '\n';
    owner.reset();
    delete lent; // BUG: double-free
    return 0;
}
