// The literal 1 is an int, even if the result is not.
#include <stdint.h>

static uint64_t bit(int n) {
    return (uint64_t)(1u << n); // BUG: shift-amount
}

int main(void) {
    if (bit(5) != 32)
        return 9;
    return bit(40) == 1099511627776u;
}
