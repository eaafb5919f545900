// The alignment that a block is given back with is the one that it was asked for with.
// OPTIONS: -std=c++17
// NATIVE: sanitizers report it inside of their own operators
#include <cstddef>
#include <new>

int main() {
    void *first = operator new(64, std::align_val_t(64));
    void *second = operator new[](64, std::align_val_t(128));
    operator delete[](second, std::align_val_t(128));
    operator delete(first, std::align_val_t(32)); // FAILS: mismatched-free
}
