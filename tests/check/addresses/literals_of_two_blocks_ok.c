// Literals of one block live at the same time.
#include <assert.h>
#include <stdint.h>

int main(void) {
    uintptr_t first = (uintptr_t)&(int){1}, second = (uintptr_t)&(int){1};
    {
        assert(first != second);
        assert(first != (uintptr_t)&(int){1});
    }
    return 0;
}
