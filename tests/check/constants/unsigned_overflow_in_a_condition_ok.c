// OPTIONS: --check unsigned-overflow
// The same condition with a value that fits.
#include <limits.h>

int main(void) {
    unsigned table[] = {UINT_MAX - 1u, 3u * 7u};
    if (UINT_MAX + 1ul)
        return table[1] != 21;
    return 0;
}
