// Constants are initialised in many ways; objects of classes by their constructors.
#include <cassert>

struct counter {
    int value;
    mutable int reads = 0;
    explicit counter(int start) : value(start) {}
    int get() const { return ++reads, value; }
};

static int twice(const int &x) {
    return 2 * x;
}

int main() {
    int y = 1;
    const_cast<int &>(static_cast<const int &>(y)) = 2;
    const int braces{3}, sum = y + 1;
    const counter from(4);
    int numbers[] = {1, 2}, total = 0;
    for (const int number : numbers)
        total += twice(number);
    auto add = [start = sum](const int other) { return twice(start) + twice(other); };
    if (const int last = total; twice(last) == 12)
        assert(y == 2 && twice(braces) == 6 && from.get() == 4 && from.reads == 1 && add(1) == 8);
    return 0;
}
