extern void abort(void);

void reach_error(void) {
    abort();
}

/* The error function is called through a pointer. */
int main(void) {
    void (*callee)(void) = reach_error;
    callee();
    return 0;
}
