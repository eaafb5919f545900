// EXIT: 9
// The distance to the end is tested before each step.
static int sum_of_even_places(const int *p, const int *end) {
    int total = 0;
    for (;;) {
        total += *p;
        if (end - p <= 2)
            break;
        p += 2;
    }
    return total;
}

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    return sum_of_even_places(a, a + 5);
}
