// <pthread.h>: what a single thread needs of it
//
// There is one thread. The first byte of a lock says who has it: 0 nobody, 1 a writer, more than that readers.
// Waiting for a lock that is taken is not modelled. Making threads, and waiting for them or for conditions, is left
// out.

//@ fathom_lock : fathom_read
// The lock is there.
static int fathom_lock(const void *lock) {
    fathom_read(lock, 1);
    return 0;
}

//@ fathom_free_lock
static int fathom_free_lock(void *lock) {
    *(byte *)lock = 0;
    return 0;
}

//@ fathom_take
static int fathom_take(void *lock) {
    byte *holder = lock;
    if (*holder != 0)
        __fathom_unmodelled("a lock that is taken already");
    *holder = 1;
    return 0;
}

//@ fathom_share
static int fathom_share(void *lock) {
    byte *holder = lock;
    if (*holder == 1 || *holder == 255)
        __fathom_unmodelled("a lock that is taken already");
    *holder = *holder == 0 ? 2 : *holder + 1;
    return 0;
}

//@ fathom_release
static int fathom_release(void *lock) {
    byte *holder = lock;
    if (*holder == 0)
        __fathom_unmodelled("the release of a lock that nobody has");
    *holder = *holder <= 2 ? 0 : *holder - 1;
    return 0;
}

//@ pthread_mutex_lock : fathom_take
int pthread_mutex_lock(void *object) { return fathom_take(object); }

//@ pthread_mutex_trylock : fathom_take
int pthread_mutex_trylock(void *object) { return fathom_take(object); }

//@ pthread_mutex_unlock : fathom_release
int pthread_mutex_unlock(void *object) { return fathom_release(object); }

//@ pthread_mutex_destroy : fathom_lock
int pthread_mutex_destroy(void *object) { return fathom_lock(object); }

//@ pthread_mutexattr_init : fathom_lock
int pthread_mutexattr_init(void *object) { return fathom_lock(object); }

//@ pthread_mutexattr_destroy : fathom_lock
int pthread_mutexattr_destroy(void *object) { return fathom_lock(object); }

//@ pthread_rwlock_rdlock : fathom_share
int pthread_rwlock_rdlock(void *object) { return fathom_share(object); }

//@ pthread_rwlock_wrlock : fathom_take
int pthread_rwlock_wrlock(void *object) { return fathom_take(object); }

//@ pthread_rwlock_unlock : fathom_release
int pthread_rwlock_unlock(void *object) { return fathom_release(object); }

//@ pthread_rwlock_destroy : fathom_lock
int pthread_rwlock_destroy(void *object) { return fathom_lock(object); }

//@ pthread_spin_lock : fathom_take
int pthread_spin_lock(void *object) { return fathom_take(object); }

//@ pthread_spin_trylock : fathom_take
int pthread_spin_trylock(void *object) { return fathom_take(object); }

//@ pthread_spin_unlock : fathom_release
int pthread_spin_unlock(void *object) { return fathom_release(object); }

//@ pthread_spin_destroy : fathom_lock
int pthread_spin_destroy(void *object) { return fathom_lock(object); }

//@ pthread_cond_signal : fathom_lock
int pthread_cond_signal(void *object) { return fathom_lock(object); }

//@ pthread_cond_broadcast : fathom_lock
int pthread_cond_broadcast(void *object) { return fathom_lock(object); }

//@ pthread_cond_destroy : fathom_lock
int pthread_cond_destroy(void *object) { return fathom_lock(object); }

//@ pthread_condattr_init : fathom_lock
int pthread_condattr_init(void *object) { return fathom_lock(object); }

//@ pthread_condattr_destroy : fathom_lock
int pthread_condattr_destroy(void *object) { return fathom_lock(object); }

//@ pthread_attr_init : fathom_lock
int pthread_attr_init(void *object) { return fathom_lock(object); }

//@ pthread_attr_destroy : fathom_lock
int pthread_attr_destroy(void *object) { return fathom_lock(object); }

//@ pthread_mutex_init : fathom_free_lock
int pthread_mutex_init(void *object, const void *) { return fathom_free_lock(object); }

//@ pthread_rwlock_init : fathom_free_lock
int pthread_rwlock_init(void *object, const void *) { return fathom_free_lock(object); }

//@ pthread_cond_init : fathom_lock
int pthread_cond_init(void *object, const void *) { return fathom_lock(object); }

//@ pthread_mutexattr_settype : fathom_lock
int pthread_mutexattr_settype(void *object, int) { return fathom_lock(object); }

//@ pthread_mutexattr_setpshared : fathom_lock
int pthread_mutexattr_setpshared(void *object, int) { return fathom_lock(object); }

//@ pthread_spin_init : fathom_free_lock
int pthread_spin_init(void *object, int) { return fathom_free_lock(object); }

//@ pthread_attr_setdetachstate : fathom_lock
int pthread_attr_setdetachstate(void *object, int) { return fathom_lock(object); }

//@ pthread_self
unsigned long pthread_self(void) { return 1; }

//@ pthread_equal : fathom_truth
int pthread_equal(unsigned long a, unsigned long b) { return fathom_truth(a == b); }

//@ sched_yield
int sched_yield(void) { return 0; }
