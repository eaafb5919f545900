// EXIT: 1
// A mask of all bits is a case of its own.
static unsigned mask(unsigned bits) {
    return bits < 32 ? (1u << bits) - 1u : 0xffffffffu;
}

int main(void) {
    if (mask(4) != 15u)
        return 9;
    return mask(32) == 0xffffffffu;
}
