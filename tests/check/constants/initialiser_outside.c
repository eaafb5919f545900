// A static pointer to before its array, as some write who count from one.
static double values[10];
static double *from_one = values - 1;

int main(void) {
    from_one[1] = 2.0; // UNKNOWN: unmodelled
    return 0;
}
