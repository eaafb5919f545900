// OPTIONS: --check lossy-conversion
// EXIT: 1
// Failure is tested before the conversion.
static int read_some(int fail) {
    return fail ? -1 : 10;
}

int main(void) {
    unsigned total = 0;
    for (int i = 0; i < 2; i++) {
        int n = read_some(i);
        if (n < 0)
            break;
        unsigned size = n;
        if (size < 100)
            total += size;
    }
    return total == 10;
}
