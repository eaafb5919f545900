// OPTIONS: --std c++17
// The compiler computes what the functions return.
constexpr int quotient(int of, int by) {
    return by == -1 ? -(of + 1) : of / by;
}

constexpr int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

const int share = quotient(-2147483647 - 1, -1) / factorial(10);

int main() {
    return share == 5;
}
