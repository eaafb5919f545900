// A block from an operator new with an alignment is given to an operator delete without one.
// OPTIONS: -std=c++17
// NATIVE: sanitizers report it inside of their own operators
#include <new>

int main() {
    void *block = ::operator new(64, std::align_val_t(64));
    ::operator delete(block); // FAILS: mismatched-free
    return 0;
}
