// The compiler is told that an address is aligned to 16 when it is one int further.
static _Alignas(16) int lanes[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static int third(const int *p) {
    const int *aligned = __builtin_assume_aligned(p, 16); // BUG: broken-assumption
    return aligned[2];
}

int main(void) {
    if (third(lanes + 4) != 7)
        return 9;
    return third(lanes + 1);
}
