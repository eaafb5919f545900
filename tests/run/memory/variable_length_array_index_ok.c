// EXIT: 8
// The array has n + 1 elements.
static int fibonacci(int n) {
    int f[n + 1];
    f[0] = 0;
    f[1] = 1;
    for (int i = 2; i <= n; i++)
        f[i] = f[i - 1] + f[i - 2];
    return f[n];
}

int main(void) {
    return fibonacci(6);
}
