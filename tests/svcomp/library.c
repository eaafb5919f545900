extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void swab(const void *, void *, long);

/* UNKNOWN: unreach-call. The C library has this function, and it changes something. */
int main(void) {
    char from[2] = {1, 2}, to[2] = {0, 0};
    swab(from, to, 2);
    if (to[0] == 2)
        reach_error();
    return 0;
}
