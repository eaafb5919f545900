// OPTIONS: --std c++17
// Another element of the same array.
constexpr int numbers[3] = {7, -2147483647 - 1};
const int quotient = numbers[0] / -1 + numbers[2] / -1;

int main() {
    return quotient == 5;
}
