// A structure too large for registers is passed by value.
extern unsigned __VERIFIER_nondet_uint(void);

struct row {
    int cells[8];
    int length;
};

static int at(struct row row, unsigned i) {
    row.length = 0;
    return row.cells[i];
}

int main(void) {
    struct row row = {{8, 7, 6, 5, 4, 3, 2, 1}, 8};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= (unsigned)row.length)
        return -1;
    return at(row, i) + row.length;
}
