// A constant of C++ that does not fit.
int main() {
    const int large = 3e9; // UNKNOWN: unmodelled
    return large == 5;
}
