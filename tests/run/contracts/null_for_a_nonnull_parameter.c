// The function promises its compiler that nobody passes null.
#include <stddef.h>

__attribute__((nonnull(1))) static int or_default(const int *p, int otherwise) {
    return otherwise ? otherwise : *p;
}

int main(void) {
    int value = 4;
    const int *p = NULL;
    if (or_default(&value, 0) != 4)
        return 1;
    return or_default(p, 5); // BUG: null-argument
}
