// A number of elements whose size would wrap around is refused.
// OPTIONS: -m32
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n != 2 && n != 0x20000001)
        return 0;
    if (n > (__SIZE_TYPE__)-1 / sizeof(long long))
        return 1;
    long long *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    a[0] = 1;
    a[1] = 2;
    free(a);
    return 0;
}
