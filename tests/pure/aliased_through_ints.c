#include <stdint.h>
#include <stdlib.h>
static int x[4], y[4];
static long distance(int *a, int *b) { return (char *)b - (char *)a; }
int main(void) {
    long d = distance(&x[0], &x[3]);
    *(int *)((char *)x + d) = 1;
    uintptr_t guess = 0;
    for (int bit = 0; bit < 64; bit++)
        if ((uintptr_t)y >> bit & 1) guess |= (uintptr_t)1 << bit;
    *(int *)guess = 2;
    void *slots[2] = { 0, 0 };
    long *numbers = (long *)slots;
    numbers[1] = (long)(uintptr_t)&y[1];
    *(int *)slots[1] = 3;
    return !(x[3] == 1 && y[0] == 2 && y[1] == 3);
}
