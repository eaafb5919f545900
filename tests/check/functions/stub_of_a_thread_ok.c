// A function that does more than return a value, where no execution calls it.
// OPTIONS: --stub-missing
#include <assert.h>

extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);

int done;

static void *work(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    unsigned long thread;
    if (done)
        pthread_create(&thread, 0, work, 0);
    assert(done == 0);
    return 0;
}
