// Objects without bytes, which GNU C has, need no address of their own; what the heap gives has one.
#include <assert.h>
#include <stdlib.h>

struct empty {};
int none[0], nothing[0];

__attribute__((noinline)) static int same(void *a, void *b) { return a == b; }

int main(void) {
    struct empty first, second;
    char *room = __builtin_alloca(0), *more = __builtin_alloca(0);
    assert(!same(&first, &second)); // FAILS: assertion
    assert(!same(none, nothing));   // FAILS: assertion
    assert(!same(room, more));      // FAILS: assertion
    return 0;
}
