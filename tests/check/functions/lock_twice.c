// A lock is taken twice: the thread would wait for itself.
// VERDICT: unknown
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock); // UNKNOWN: unmodelled
    assert(0);
    return 0;
}
