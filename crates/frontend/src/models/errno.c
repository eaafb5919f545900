// <errno.h>
//
// `errno` is one object: there is one thread. A function that fails because of the environment leaves any
// error number there. One that succeeds may set it too, unless the standard says how it uses `errno`; output to
// streams, opening and closing do so where the program looks at it.

//@ fathom_errno
// Nobody looks at it where no function that is wanted fails.
__attribute__((unused)) static int fathom_errno;
// What a function may do that succeeds.
HELPER void fathom_may_set_errno(void) {
#if ERRNO_IS_SEEN
    int any = open_int();
    if (any > 0)
        fathom_errno = any;
#endif
}

//@ __errno_location : fathom_errno
int *__errno_location(void) { return &fathom_errno; }

//@ __errno : fathom_errno
int *__errno(void) { return &fathom_errno; }

//@ __error : fathom_errno
int *__error(void) { return &fathom_errno; }

//@ fathom_fail : fathom_errno
// The environment refuses.
static int fathom_fail(void) {
    int error = nondet_byte();
    if (error < 1)
        error = 1;
    if (error > LAST_ERROR)
        error = LAST_ERROR;
    fathom_errno = error;
    return -1;
}

//@ fathom_io_fails
// Whether output fails. It does where the user says so (--io-may-fail), and nowhere else.
static _Bool fathom_io_fails(void) {
#if IO_MAY_FAIL
    return nondet_bool();
#else
    return 0;
#endif
}

//@ fathom_status : fathom_fail
// 0, or -1 and an error.
static int fathom_status(void) { return nondet_bool() ? 0 : fathom_fail(); }
