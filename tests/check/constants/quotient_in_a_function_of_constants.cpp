// OPTIONS: --std c++17
// The compiler computes what the function returns.
constexpr int quotient(int of, int by) {
    return of / by;
}

const int share = quotient(-2147483647 - 1, -1); // UNKNOWN: unmodelled

int main() {
    return share == 5;
}
