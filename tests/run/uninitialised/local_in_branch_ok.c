// EXIT: 2
// The flag has a value on every path.
static int classify(int x) {
    int negative = 0;
    if (x < 0)
        negative = 1;
    if (negative)
        return 1;
    return 2;
}

int main(void) {
    if (classify(-3) != 1)
        return 9;
    return classify(3);
}
