// The high bits of a signed value are shifted out.
static int pack(int high, int low) {
    return (high << 24) | low; // BUG: shift-overflow
}

int main(void) {
    if (pack(1, 2) != 16777218)
        return 9;
    return (int)(pack(254, 1) >> 24) & 255;
}
