static double values[10];
static double *from_one = values + 1;

int main(void) {
    from_one[1] = 2.0;
    return 0;
}
