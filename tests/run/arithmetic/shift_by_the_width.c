// A mask of n bits, n being all of them.
static unsigned mask(unsigned bits) {
    return (1u << bits) - 1u; // BUG: shift-amount
}

int main(void) {
    if (mask(4) != 15u)
        return 9;
    return mask(32) == 0xffffffffu;
}
