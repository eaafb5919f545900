// A long amount in range.
// EXIT: 2
int main(void) {
    long n = 1;
    int x = 1 << n;
    return x;
}
