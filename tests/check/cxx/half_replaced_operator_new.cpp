// A program that replaces `operator new` alone leaves its blocks to a `delete` that knows nothing of them.
#include <cstdlib>
#include <new>

void *operator new(std::size_t size) { return std::malloc(size); }

int main() {
    int *number = new int(1);
    delete number; // FAILS: mismatched-free
    return 0;
}
