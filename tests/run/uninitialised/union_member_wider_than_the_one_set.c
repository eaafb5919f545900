// One byte of the union was set, four are looked at.
union word {
    unsigned char byte;
    unsigned int whole;
};

int main(void) {
    union word w;
    w.byte = 65;
    if (w.whole > 255) // BUG: uninitialised-use
        return 1;
    return w.byte;
}
