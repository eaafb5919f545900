// A jump backwards that stays in the block leads to the same variable, which has no value then.
#include <assert.h>

static int *kept;

static void keep(int *variable) { kept = variable; }

int main(void) {
    int rounds = 0;
again:;
    int value;
    if (rounds > 0)
        assert(kept == &value);
    value = rounds;
    keep(&value);
    if (rounds++ == 0)
        goto again;
    return *kept;
}
