// Arguments of a function, and of one with any number of them.
#include <stdio.h>
static int position;
static int next(void) {
    return ++position;
}
static int peek(void) {
    return position;
}
static int difference(int a, int b) {
    return a > b ? 1 : 0;
}

int main(void) {
    int d = difference(next(), peek());    // ASSUMES: order
    printf("%d %d\n", next(), next()); // ASSUMES: order
    return d;
}
