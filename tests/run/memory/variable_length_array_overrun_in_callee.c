// The callee believes the array to be one longer than the caller made it.
static void fill(int *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] = 3 * i; // BUG: out-of-bounds-write
}

static int last(int n) {
    int a[n];
    fill(a, n + 1);
    return a[n - 1];
}

int main(void) {
    return last(5);
}
