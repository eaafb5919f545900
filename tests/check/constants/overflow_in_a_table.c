// Elements of an array that the compiler fills by itself.
int main(void) {
    int limits[3] = {1, 2147483647 + 1, 3}; // UNKNOWN: unmodelled
    return limits[0] - 1;
}
