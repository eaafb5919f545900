// OPTIONS: --check pointer-subtraction
// EXIT: 3
// The distance between two elements of an array.
int main(void) {
    int a[4] = {0, 1, 2, 3};
    int b[4] = {4, 5, 6, 7};
    const int *p = &a[0];
    const int *q = &a[3];
    int distance = (int)(q - p);
    return distance + b[0] - 4;
}
