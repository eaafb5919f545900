// The variable of a block may lie elsewhere when the block is entered again.
#include <assert.h>
#include <stdint.h>

static uintptr_t first;

static void see(int *variable, int round) {
    uintptr_t address = (uintptr_t)variable;
    if (round == 0)
        first = address;
    else
        assert(address == first); // FAILS: assertion
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        int value = i;
        see(&value, i);
    }
    return 0;
}
