// OPTIONS: --check unsigned-overflow
// An overflow that is asked for, in a condition that the compiler decides.
#include <limits.h>

int main(void) {
    if (UINT_MAX + 1u) // UNKNOWN: unmodelled
        return 1;
    return 0;
}
