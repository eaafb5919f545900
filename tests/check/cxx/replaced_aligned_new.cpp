// Forms with an alignment call each other, and not those without one.
// OPTIONS: -std=c++17
// NATIVE: AddressSanitizer has default operators of its own, which call no other
#include <cassert>
#include <cstdlib>
#include <new>

static int plain, aligned;

void *operator new(std::size_t size) {
    plain++;
    return std::malloc(size);
}

void operator delete(void *block) noexcept { std::free(block); }

void *operator new(std::size_t size, std::align_val_t) {
    aligned++;
    return std::aligned_alloc(64, (size + 63) / 64 * 64);
}

void operator delete(void *block, std::align_val_t) noexcept {
    aligned--;
    std::free(block);
}

struct alignas(64) Line {
    char bytes[64];
};

int main() {
    Line *one = new Line, *two = new Line[2], *three = new (std::nothrow) Line[3];
    assert(aligned == 1); // FAILS: assertion
    delete one;
    delete[] two;
    delete[] three;
    return plain;
}
