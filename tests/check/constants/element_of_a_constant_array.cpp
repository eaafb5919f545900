// OPTIONS: --std c++17
// An element of an array of constants is a constant.
constexpr int numbers[3] = {7, -2147483647 - 1};
const int quotient = numbers[1] / -1; // UNKNOWN: unmodelled

int main() {
    return quotient == 5;
}
