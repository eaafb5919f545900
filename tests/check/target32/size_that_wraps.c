// The size of an array wraps around and the block is too small.
// OPTIONS: -m32
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n != 2 && n != 0x20000001)
        return 0;
    long long *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    a[0] = 1;
    a[1] = 2; // FAILS: out-of-bounds-write
    free(a);
    return 0;
}
