// Steps of two through five elements never meet the end.
static int sum_of_even_places(const int *p, const int *end) {
    int total = 0;
    while (p != end) {
        total += *p;
        p += 2; // BUG: pointer-arithmetic
    }
    return total;
}

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    return sum_of_even_places(a, a + 5);
}
