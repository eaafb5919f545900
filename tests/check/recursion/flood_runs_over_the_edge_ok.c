// A flood ends at the edges.
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char cells[4];

static int flood(int at) {
    if (at < 0 || at >= 4)
        return 0;
    if (cells[at] != 0)
        return 0;
    cells[at] = 2;
    return 1 + flood(at - 1) + flood(at + 1); // ASSUMES: order
}

int main(void) {
    for (int i = 0; i < 4; i++)
        cells[i] = __VERIFIER_nondet_uchar() & 1;
    return flood(1);
}
