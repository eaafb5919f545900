// A program that replaces `operator new` replaces `operator delete` as well.
#include <cstdlib>
#include <new>

void *operator new(std::size_t size) { return std::malloc(size); }

void operator delete(void *block) noexcept { std::free(block); }

int main() {
    int *number = new int(1);
    delete number;
    return 0;
}
