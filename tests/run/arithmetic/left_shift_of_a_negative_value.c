// A negative fixed-point number is scaled by a shift.
static int to_fixed_point(int whole) {
    return whole << 8; // BUG: shift-overflow
}

int main(void) {
    if (to_fixed_point(3) != 768)
        return 9;
    return to_fixed_point(-3) == -768;
}
