// A function that is said to return aligned memory does so.
extern unsigned char __VERIFIER_nondet_uchar(void);

static _Alignas(64) char pool[256];

static void *piece(unsigned number) __attribute__((assume_aligned(64)));
static void *piece(unsigned number) { return pool + 64 * number; }

int main(void) {
    unsigned number = __VERIFIER_nondet_uchar() % 4;
    char *here = piece(number);
    *here = 1;
    return 0;
}
