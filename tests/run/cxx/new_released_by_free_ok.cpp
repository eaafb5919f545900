// EXIT: 3
// What new gave is released by delete.
#include <cstdlib>

struct Point {
    int x, y;
};

int main() {
    Point *p = new Point{1, 2};
    int sum = p->x + p->y;
    delete p;
    return sum;
}
