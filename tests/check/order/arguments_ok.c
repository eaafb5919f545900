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
    int d = difference(peek(), peek());
    printf("%d %d\n", next(), 4);
    return d;
}
