// EXIT: 7
// The tag in the high bits is removed before the access.
#include <stdint.h>

#define TAG ((uintptr_t)1 << 62)

int main(void) {
    int value = 7;
    uintptr_t tagged = (uintptr_t)&value | TAG;
    if (!(tagged & TAG))
        return 1;
    int *p = (int *)(tagged & ~TAG);
    return *p;
}
