// EXIT: 1
// The literal has the type of the result.
#include <stdint.h>

static uint64_t bit(int n) {
    return (uint64_t)1 << n;
}

int main(void) {
    if (bit(5) != 32)
        return 9;
    return bit(40) == 1099511627776u;
}
