// The variable around a loop stays where it is.
#include <assert.h>
#include <stdint.h>

static uintptr_t first;

static void see(int *variable, int round) {
    uintptr_t address = (uintptr_t)variable;
    if (round == 0)
        first = address;
    else
        assert(address == first);
}

int main(void) {
    int value = 0;
    for (int i = 0; i < 2; i++) {
        value = i;
        see(&value, i);
    }
    return 0;
}
