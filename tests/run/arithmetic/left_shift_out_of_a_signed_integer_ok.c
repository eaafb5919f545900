// EXIT: 254
// The bytes are unsigned.
static unsigned pack(unsigned high, unsigned low) {
    return (high << 24) | low;
}

int main(void) {
    if (pack(1, 2) != 16777218)
        return 9;
    return (int)(pack(254, 1) >> 24) & 255;
}
