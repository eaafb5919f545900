// Zero has no sign, and the function no value for it.
static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0) return -1; // BUG: missing-return
}

int main() {
    return sign(7) + sign(0);
}
