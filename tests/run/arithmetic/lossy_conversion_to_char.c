// OPTIONS: --check lossy-conversion
// A length of 300 becomes 44 in one byte.
static unsigned char length_byte(int length) {
    return length; // BUG: lossy-conversion
}

int main(void) {
    if (length_byte(7) != 7)
        return 9;
    return length_byte(300);
}
