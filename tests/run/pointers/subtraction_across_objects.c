// OPTIONS: --check pointer-subtraction
// The distance between two variables has no meaning.
int main(void) {
    int a[4] = {0, 1, 2, 3};
    int b[4] = {4, 5, 6, 7};
    const int *p = &a[0];
    const int *q = &b[3];
    int distance = (int)(q - p); // BUG: pointer-subtraction
    return distance + b[0] - 4;
}
