// STDOUT: 7\n
// `release` gives the pointer away.
#include <iostream>
#include <memory>

int main() {
    std::unique_ptr<int> owner = std::make_unique<int>(7);
    int *given = owner.release();
    std::cout << *given << '\n';
    owner.reset();
    delete given;
    return 0;
}
