// OPTIONS: -m32
// A long has 32 bits here, so that the constant of another machine is too much.
int main(void) {
    unsigned long high = 1ul << 32; // FAILS: shift-amount
    return high == 7;
}
