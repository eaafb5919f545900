// STDOUT: 6227020800\n
// 13! fits a long long.
#include <stdio.h>

static long long factorial(int n) {
    long long f = 1;
    for (int i = 2; i <= n; i++)
        f *= i;
    return f;
}

int main(void) {
    printf("%lld\n", factorial(13));
    return 0;
}
