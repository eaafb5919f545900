// OPTIONS: --std c++17
// A one may become the sign.
int main() {
    const int mask = 1 << 3, sign = 1 << 31;
    return mask == 5 && sign == 3;
}
