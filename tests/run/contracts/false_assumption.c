// The compiler is told that a number is positive when it is not.
static int successor(int n) {
    __builtin_assume(n > 0); // BUG: broken-assumption
    return n + 1;
}

int main(void) {
    return successor(5) + successor(0);
}
