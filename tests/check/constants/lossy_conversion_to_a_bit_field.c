// OPTIONS: --check lossy-conversion
// A number with four bits for a field with three.
struct flags {
    unsigned low : 3;
};

int main(void) {
    struct flags flags;
    flags.low = 9; // UNKNOWN: unmodelled
    return flags.low == 5;
}
