int main(void) {
    int limits[3] = {1, 2147483646 + 1, 3};
    return limits[0] - 1;
}
