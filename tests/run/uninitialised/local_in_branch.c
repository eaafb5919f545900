// A flag is set on one path only.
static int classify(int x) {
    int negative;
    if (x < 0)
        negative = 1;
    if (negative) // BUG: uninitialised-use
        return 1;
    return 2;
}

int main(void) {
    if (classify(-3) != 1)
        return 9;
    return classify(3);
}
