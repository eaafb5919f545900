// The last Fibonacci number is asked for one past the array.
static int fibonacci(int n) {
    int f[n];
    f[0] = 0;
    f[1] = 1;
    for (int i = 2; i <= n; i++)
        f[i] = f[i - 1] + f[i - 2]; // BUG: array-index
    return f[n];
}

int main(void) {
    return fibonacci(6);
}
