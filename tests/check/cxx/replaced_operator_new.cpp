// The default versions of all other forms call the ones that the program replaces.
// NATIVE: AddressSanitizer has default operators of its own, which call no other
#include <cassert>
#include <cstdlib>
#include <new>

static int made, released;

void *operator new(std::size_t size) {
    made++;
    return std::malloc(size + 1);
}

void operator delete(void *block) noexcept {
    released++;
    std::free(block);
}

int main() {
    delete new int(1);
    delete[] new int[2];
    delete new (std::nothrow) int(3);
    delete[] new (std::nothrow) int[4];
    assert(made == 1); // FAILS: assertion
    return released;
}
