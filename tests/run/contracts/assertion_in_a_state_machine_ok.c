// A lock is released before it is taken again.
#include <assert.h>

static int locked;

static void lock(void) {
    assert(!locked);
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
    unlock();
    lock();
    unlock();
    return 0;
}
