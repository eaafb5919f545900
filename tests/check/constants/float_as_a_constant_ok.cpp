// A constant of C++ that fits.
int main() {
    const int large = 2e9;
    return large == 5;
}
