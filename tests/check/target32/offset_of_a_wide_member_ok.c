// The compiler knows at which offset a long long lies.
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
        *(long long *)(r + __builtin_offsetof(struct record, stamp)) = 5;
    free(r);
    return 0;
}
