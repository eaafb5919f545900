// EXIT: 7
// The assumption holds.
static int successor(int n) {
    __builtin_assume(n >= 0);
    return n + 1;
}

int main(void) {
    return successor(5) + successor(0);
}
