// EXIT: 5
// Nobody passes null.
#include <stddef.h>

__attribute__((nonnull(1))) static int or_default(const int *p, int otherwise) {
    return otherwise ? otherwise : *p;
}

int main(void) {
    int value = 4;
    const int *p = &value;
    if (or_default(&value, 0) != 4)
        return 1;
    return or_default(p, 5);
}
