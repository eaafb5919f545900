// A negative double does not fit an unsigned int.
int main(void) {
    double temperature = -3.5;
    unsigned raw = (unsigned)temperature; // BUG: float-cast-overflow
    return (int)(raw & 255u);
}
