// A lock is taken twice.
#include <assert.h>

static int locked;

static void lock(void) {
    assert(!locked); // BUG: assertion
    locked = 1;
}

static void unlock(void) {
    assert(locked);
    locked = 0;
}

int main(void) {
    lock();
    unlock();
    lock();
    lock();
    unlock();
    return 0;
}
