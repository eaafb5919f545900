extern int __VERIFIER_nondet_int(void);
extern void abort(void);

void reach_error(void) {
    abort();
}

/* UNKNOWN: unreach-call. The compiler's own takes a const void *, so this is another function, without a body. */
unsigned long __builtin_object_size(void *object, int kind);

int main(void) {
    char text[4];
    if (__builtin_object_size(text, 0) < 4)
        reach_error();
    return 0;
}
