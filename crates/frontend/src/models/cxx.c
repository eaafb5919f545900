// What compiled C++ calls by itself: destructors of static objects, and variables of functions that are
// initialised when control first gets there. There is one thread.

//@ __cxa_atexit : fathom_at_exit
int __cxa_atexit(void (*handler)(void *), void *argument, void *module) {
    (void)module;
    return fathom_at_exit(NULL, handler, argument);
}

//@ __cxa_guard_acquire
int __cxa_guard_acquire(byte *guard) { return !*guard; }

//@ __cxa_guard_release
void __cxa_guard_release(byte *guard) { *guard = 1; }

//@ __cxa_guard_abort
void __cxa_guard_abort(byte *guard) { (void)guard; }
