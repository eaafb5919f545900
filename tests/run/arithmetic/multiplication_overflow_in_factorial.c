// 13! is the first factorial that does not fit an int.
#include <stdio.h>

static int factorial(int n) {
    int f = 1;
    for (int i = 2; i <= n; i++)
        f *= i; // BUG: signed-overflow
    return f;
}

int main(void) {
    printf("%d\n", factorial(13));
    return 0;
}
