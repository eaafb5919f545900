// The loop waits for a signed counter to become negative.
int main(void) {
    int n = 0x7ffffffe;
    int steps = 0;
    while (n > 0) {
        n++; // BUG: signed-overflow
        steps++;
    }
    return steps;
}
