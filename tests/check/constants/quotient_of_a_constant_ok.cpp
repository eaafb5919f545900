// Constants of C++ are computed by the compiler.
#include <limits>

int main() {
    const int least = std::numeric_limits<int>::min() + 1;
    const int quotient = least / -1;
    return quotient == 5;
}
