// Blocks with an alignment are deleted with one, by hand and by expressions.
// OPTIONS: -std=c++17
#include <new>

struct alignas(64) Line {
    char bytes[64];
};

int main() {
    void *block = ::operator new(64, std::align_val_t(64));
    ::operator delete(block, std::align_val_t(64));
    Line *line = new Line, *lines = new Line[2];
    delete line;
    delete[] lines;
    return 0;
}
