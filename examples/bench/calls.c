/* Calls, direct and through pointers. */
#include <stdio.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int twice(int x) { return x * 2; }
static int next(int x) { return x + 1; }

int main(void) {
    int (*step[2])(int) = {twice, next};
    int x = 0;
    for (int i = 0; i < 2000000; i++)
        x = step[i & 1](x) & 0xffff;
    printf("%d %d\n", fib(27), x);
    return 0;
}
