// OPTIONS: --check lossy-conversion
// What does not fit, in an array and in a bit-field.
struct flags {
    unsigned low : 3;
};

static int table(void) {
    unsigned char bytes[] = {200, 300}; // UNKNOWN: unmodelled
    return bytes[0];
}

int main(void) {
    return table() == 5;
}
