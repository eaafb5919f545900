// OPTIONS: --check lossy-conversion
// A number with three bits for a field with three.
struct flags {
    unsigned low : 3;
};

int main(void) {
    struct flags flags;
    flags.low = 7;
    return flags.low == 5;
}
