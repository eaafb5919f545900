// A flood spreads to both sides until it meets a wall, and there need not be one.
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char cells[4];

static int flood(int at) {
    if (cells[at] != 0) // FAILS: array-index
        return 0;
    cells[at] = 2;
    return 1 + flood(at - 1) + flood(at + 1); // ASSUMES: order
}

int main(void) {
    for (int i = 0; i < 4; i++)
        cells[i] = __VERIFIER_nondet_uchar() & 1;
    return flood(1);
}
