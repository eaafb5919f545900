// EXIT: 1
// Every path returns a value.
static int sign(int x) {
    if (x > 0)
        return 1;
    return x < 0 ? -1 : 0;
}

int main() {
    return sign(7) + sign(0);
}
