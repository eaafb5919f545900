// The sign is no bit to shift to, also where the compiler computes the result.
int main(void) {
    int table[] = {1 << 31, 4}; // UNKNOWN: unmodelled
    if (table[1] == 4)
        return 0;
    return 1;
}
