// EXIT: 1
// It is scaled by a multiplication.
static int to_fixed_point(int whole) {
    return whole * 256;
}

int main(void) {
    if (to_fixed_point(3) != 768)
        return 9;
    return to_fixed_point(-3) == -768;
}
