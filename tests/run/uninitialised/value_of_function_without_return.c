// In C a function may end without a value, as long as nobody uses it.
#include <stdio.h>

static int lookup(int key) {
    if (key == 1)
        return 10;
}

int main(void) {
    if (lookup(1) != 10)
        return 1;
    int value = lookup(2);
    printf("%d\n", value); // BUG: uninitialised-use
    return 0;
}
