// Two parameters of one call lie in different places.
#include <cassert>

struct Point {
    int x;
    explicit Point(int x) : x(x) {}
    Point(const Point &other) : x(other.x) {}
};

static bool differ(Point a, Point b) { return &a != &b && a.x == b.x; }

int main() {
    for (int i = 0; i < 2; i++)
        assert(differ(Point(i), Point(i))); // ASSUMES: order
}
