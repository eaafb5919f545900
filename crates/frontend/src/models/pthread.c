// <pthread.h>: what a single thread needs of it
//
// There is one thread. Locks are taken at once; whether they are free, and whether they are those of this
// thread, is not checked. Making threads, and waiting for them or for conditions, is left out.

//@ fathom_lock : fathom_read
// The lock is there.
static int fathom_lock(const void *lock) {
    fathom_read(lock, 1);
    return 0;
}

//@ pthread_mutex_lock : fathom_lock
int pthread_mutex_lock(void *object) { return fathom_lock(object); }

//@ pthread_mutex_trylock : fathom_lock
int pthread_mutex_trylock(void *object) { return fathom_lock(object); }

//@ pthread_mutex_unlock : fathom_lock
int pthread_mutex_unlock(void *object) { return fathom_lock(object); }

//@ pthread_mutex_destroy : fathom_lock
int pthread_mutex_destroy(void *object) { return fathom_lock(object); }

//@ pthread_mutexattr_init : fathom_lock
int pthread_mutexattr_init(void *object) { return fathom_lock(object); }

//@ pthread_mutexattr_destroy : fathom_lock
int pthread_mutexattr_destroy(void *object) { return fathom_lock(object); }

//@ pthread_rwlock_rdlock : fathom_lock
int pthread_rwlock_rdlock(void *object) { return fathom_lock(object); }

//@ pthread_rwlock_wrlock : fathom_lock
int pthread_rwlock_wrlock(void *object) { return fathom_lock(object); }

//@ pthread_rwlock_unlock : fathom_lock
int pthread_rwlock_unlock(void *object) { return fathom_lock(object); }

//@ pthread_rwlock_destroy : fathom_lock
int pthread_rwlock_destroy(void *object) { return fathom_lock(object); }

//@ pthread_spin_lock : fathom_lock
int pthread_spin_lock(void *object) { return fathom_lock(object); }

//@ pthread_spin_trylock : fathom_lock
int pthread_spin_trylock(void *object) { return fathom_lock(object); }

//@ pthread_spin_unlock : fathom_lock
int pthread_spin_unlock(void *object) { return fathom_lock(object); }

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

//@ pthread_mutex_init : fathom_lock
int pthread_mutex_init(void *object, const void *) { return fathom_lock(object); }

//@ pthread_rwlock_init : fathom_lock
int pthread_rwlock_init(void *object, const void *) { return fathom_lock(object); }

//@ pthread_cond_init : fathom_lock
int pthread_cond_init(void *object, const void *) { return fathom_lock(object); }

//@ pthread_mutexattr_settype : fathom_lock
int pthread_mutexattr_settype(void *object, int) { return fathom_lock(object); }

//@ pthread_mutexattr_setpshared : fathom_lock
int pthread_mutexattr_setpshared(void *object, int) { return fathom_lock(object); }

//@ pthread_spin_init : fathom_lock
int pthread_spin_init(void *object, int) { return fathom_lock(object); }

//@ pthread_attr_setdetachstate : fathom_lock
int pthread_attr_setdetachstate(void *object, int) { return fathom_lock(object); }

//@ pthread_self
unsigned long pthread_self(void) { return 1; }

//@ pthread_equal
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }

//@ sched_yield
int sched_yield(void) { return 0; }
