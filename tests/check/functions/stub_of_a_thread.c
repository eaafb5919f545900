// A function that is known to do more than return a value is not taken to do nothing.
// OPTIONS: --stub-missing
// VERDICT: unknown
#include <assert.h>

extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);

int done;

static void *work(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    unsigned long thread;
    pthread_create(&thread, 0, work, 0); // UNKNOWN: missing-body
    assert(done == 0);
    return 0;
}
