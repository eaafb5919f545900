// What new gave is released by free.
#include <cstdlib>

struct Point {
    int x, y;
};

int main() {
    Point *p = new Point{1, 2};
    int sum = p->x + p->y;
    std::free(p); // BUG: mismatched-free
    return sum;
}
