// const_cast does not make a constant variable one that may be written.
// NATIVE: local variables lie in memory that can be written
int main() {
    const int x = 5;
    int &same = const_cast<int &>(x);
    same = 6; // FAILS: write-to-constant
    return 0;
}
