// EXIT: 12
// Caller and callee agree on the length.
static void fill(int *a, int n) {
    for (int i = 0; i < n; i++)
        a[i] = 3 * i;
}

static int last(int n) {
    int a[n];
    fill(a, n);
    return a[n - 1];
}

int main(void) {
    return last(5);
}
