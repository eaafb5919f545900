// OPTIONS: --check lossy-conversion
// EXIT: 255
// The length is clamped to what a byte holds.
static unsigned char length_byte(int length) {
    if (length > 255)
        length = 255;
    return length;
}

int main(void) {
    if (length_byte(7) != 7)
        return 9;
    return length_byte(300);
}
