// EXIT: 253
// It fits an int, which then wraps to unsigned.
int main(void) {
    double temperature = -3.5;
    unsigned raw = (unsigned)(int)temperature;
    return (int)(raw & 255u);
}
