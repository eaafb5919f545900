// A function that promises never to return null does; the compiler checks the promise where the function ends.
#include <stddef.h>

static int fallback = 1;
static int table[2] = {5, 6};

__attribute__((returns_nonnull)) static int *entry(int i) {
    int *found = NULL;
    if (i >= 0 && i < 2)
        found = &table[i];
    return found;
} // BUG: null-argument

int main(void) {
    if (*entry(1) != 6)
        return 9;
    return entry(2) == &fallback;
}
