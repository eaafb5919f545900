// OPTIONS: --std c++17
// Until C++20 a negative number cannot be shifted to the left.
int main() {
    const int mask = -1 << 3; // UNKNOWN: unmodelled
    return mask == 5;
}
