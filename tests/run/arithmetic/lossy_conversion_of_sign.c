// OPTIONS: --check lossy-conversion
// -1, the sign of failure, becomes the largest size.
static int read_some(int fail) {
    return fail ? -1 : 10;
}

int main(void) {
    unsigned total = 0;
    for (int i = 0; i < 2; i++) {
        int n = read_some(i);
        unsigned size = n; // BUG: lossy-conversion
        if (size < 100)
            total += size;
    }
    return total == 10;
}
