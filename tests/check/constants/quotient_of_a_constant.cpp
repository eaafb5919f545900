// Constants of C++ are computed by the compiler.
#include <limits>

int main() {
    const int least = std::numeric_limits<int>::min();
    const int quotient = least / -1; // UNKNOWN: unmodelled
    return quotient == 5;
}
