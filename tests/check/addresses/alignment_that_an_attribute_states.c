// A function that is said to return aligned memory gives out pieces of a pool.
// NATIVE: the compiler relies on the attribute
extern unsigned char __VERIFIER_nondet_uchar(void);

static _Alignas(64) char pool[256];

static void *piece(unsigned number) __attribute__((assume_aligned(64)));
static void *piece(unsigned number) { return pool + 32 * number; }

int main(void) {
    unsigned number = __VERIFIER_nondet_uchar() % 4;
    char *here = piece(number); // FAILS: broken-assumption
    *here = 1;
    return 0;
}
