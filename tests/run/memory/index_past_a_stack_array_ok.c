// EXIT: 2
// There is a counter for each decimal digit.
int main(void) {
    int count[10] = {0};
    for (int n = 41974; n > 0; n /= 10) {
        int digit = n % 10;
        count[digit] += 1;
    }
    return count[4];
}
