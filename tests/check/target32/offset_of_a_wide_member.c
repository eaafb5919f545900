// A long long is aligned to four bytes here, and does not lie at offset eight.
// OPTIONS: -m32
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct record {
    char kind;
    long long stamp;
};

int main(void) {
    char *r = calloc(1, sizeof(struct record));
    if (!r)
        return 1;
    r[0] = (char)(__VERIFIER_nondet_uchar() & 1);
    if (r[0] == 1)
        *(long long *)(r + 8) = 5; // FAILS: out-of-bounds-write
    free(r);
    return 0;
}
