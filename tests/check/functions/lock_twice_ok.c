// Locks are taken again after they were released; readers share one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_mutex_t own;
    int taken = 0;
    pthread_mutex_init(&own, 0);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        taken += pthread_mutex_trylock(&own) == 0;
        pthread_rwlock_rdlock(&shared);
        pthread_rwlock_rdlock(&shared);
        pthread_rwlock_unlock(&shared);
        pthread_rwlock_unlock(&shared);
        pthread_rwlock_wrlock(&shared);
        pthread_rwlock_unlock(&shared);
        pthread_mutex_unlock(&own);
        pthread_mutex_unlock(&lock);
    }
    assert(taken == 3);
    return 0;
}
