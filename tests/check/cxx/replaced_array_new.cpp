// OPTIONS: --cflags=-fsized-deallocation
// Each form calls the next one of its own kind, up to the one that is replaced.
// NATIVE: AddressSanitizer has default operators of its own, which call no other
#include <cassert>
#include <cstdlib>
#include <new>

static int arrays;

void *operator new[](std::size_t size) {
    arrays++;
    return std::malloc(size);
}

void operator delete[](void *block) noexcept {
    arrays--;
    std::free(block);
}

struct Counted {
    int value = 0;
    ~Counted() { value = 1; }
};

int main() {
    Counted *counted = new (std::nothrow) Counted[3];
    int *single = new int(1);
    assert(arrays == 0); // FAILS: assertion
    delete single;
    delete[] counted;
    return arrays;
}
