// A shift to the left is asked for as a shift to the right by a negative amount.
static unsigned char shift(unsigned char x, int amount) {
    return (unsigned char)(x >> amount); // BUG: shift-amount
}

int main(void) {
    if (shift(8, 3) != 1)
        return 9;
    return shift(8, -1) == 16;
}
