// The lowest member of an empty bit set.
int main(void) {
    unsigned long long set = (1ull << 2) | (1ull << 5);
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += __builtin_ctzll(set); // BUG: invalid-argument
        set &= ~(set & (~set + 1));
    }
    return sum;
}
