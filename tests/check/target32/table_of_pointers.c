// A block is said to hold as many pointers as it would with eight bytes each, and more.
// OPTIONS: -m32
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = 5;
    int **table = malloc(16);
    if (!table)
        return 1;
    unsigned last = 16 / sizeof(int *);
    __VERIFIER_assert(last == 4);
    unsigned i = __VERIFIER_nondet_uint();
    if (i <= last) {
        table[i] = &x; // FAILS: out-of-bounds-write
        __VERIFIER_assert(*table[i] == 5);
    }
    free(table);
    return 0;
}
