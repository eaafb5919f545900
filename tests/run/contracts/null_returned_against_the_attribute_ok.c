// EXIT: 1
// The function returns a default instead.
#include <stddef.h>

static int fallback = 1;
static int table[2] = {5, 6};

__attribute__((returns_nonnull)) static int *entry(int i) {
    int *found = NULL;
    if (i >= 0 && i < 2)
        found = &table[i];
    if (!found)
        found = &fallback;
    return found;
}

int main(void) {
    if (*entry(1) != 6)
        return 9;
    return entry(2) == &fallback;
}
