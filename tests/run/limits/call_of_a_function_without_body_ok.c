// EXIT: 12
// The function is defined.
extern int frobnicate(int x);

int frobnicate(int x) {
    return 2 * x;
}

int main(void) {
    int x = 6;
    return frobnicate(x);
}
