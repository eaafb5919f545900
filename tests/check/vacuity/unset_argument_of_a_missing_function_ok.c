// The same, where a body says what the function does.
// OPTIONS: --check uninitialised-use
static int transform(int value) { return value / 2; }

int main(void) {
    int value = 6;
    return transform(value);
}
