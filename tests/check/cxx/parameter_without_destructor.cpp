// Nothing says that two parameters lie in different places.
#include <cassert>
#include <cstdint>

struct Point {
    int x;
    explicit Point(int x) : x(x) {}
    Point(const Point &other) : x(other.x) {}
};

__attribute__((noinline)) static std::uintptr_t place(Point point) {
    return reinterpret_cast<std::uintptr_t>(&point);
}

int main() {
    std::uintptr_t first, second;
    {
        first = place(Point(1));
    }
    {
        second = place(Point(1));
    }
    assert(first != second); // FAILS: assertion
}
