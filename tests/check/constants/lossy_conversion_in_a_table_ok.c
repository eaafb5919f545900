// OPTIONS: --check lossy-conversion
// What fits, and what is meant to be cut.
struct flags {
    unsigned low : 3;
};

int main(void) {
    unsigned char bytes[] = {200, (unsigned char)300};
    struct flags flags = {7};
    flags.low = 5;
    return bytes[0] == flags.low;
}
