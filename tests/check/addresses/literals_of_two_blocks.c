// The second literal may lie where the first one lay.
#include <assert.h>
#include <stdint.h>

int main(void) {
    uintptr_t first, second;
    {
        first = (uintptr_t)&(int){1};
    }
    {
        second = (uintptr_t)&(int){1};
    }
    assert(first != second); // FAILS: assertion
    return 0;
}
