// EXIT: 1
// A negative amount is a shift to the left by its magnitude.
static unsigned char shift(unsigned char x, int amount) {
    return (unsigned char)(amount >= 0 ? x >> amount : x << -amount);
}

int main(void) {
    if (shift(8, 3) != 1)
        return 9;
    return shift(8, -1) == 16;
}
