// STDOUT: 0\n
// The function returns a value where it is used.
#include <stdio.h>

static int lookup(int key) {
    if (key == 1)
        return 10;
    return 0;
}

int main(void) {
    if (lookup(1) != 10)
        return 1;
    int value = lookup(2);
    printf("%d\n", value);
    return 0;
}
