// EXIT: 7
// The loop ends when the set is empty.
int main(void) {
    unsigned long long set = (1ull << 2) | (1ull << 5);
    int sum = 0;
    while (set) {
        sum += __builtin_ctzll(set);
        set &= ~(set & (~set + 1));
    }
    return sum;
}
