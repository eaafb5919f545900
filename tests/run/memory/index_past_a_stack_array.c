// Digits are counted as if they were octal.
int main(void) {
    int count[8] = {0};
    for (int n = 41974; n > 0; n /= 10) {
        int digit = n % 10;
        count[digit] += 1; // BUG: array-index
    }
    return count[4];
}
