// The function is declared without its parameters, so that nobody sees that it takes one.
// NATIVE: the argument is ignored
int half();

int main(void) {
    int one = half(8);
    return one + half(4, 2) == 3; // FAILS: invalid-call
}

int half(int x) {
    return x / 2;
}
