// EXIT: 2
// The loop waits for an unsigned counter to wrap.
int main(void) {
    unsigned n = 0xfffffffe;
    int steps = 0;
    while (n > 0) {
        n++;
        steps++;
    }
    return steps;
}
