// A counter behind an array is incremented, and one behind a row.
// NATIVE: older clangs let the index of an increment be the number of elements
extern unsigned char __VERIFIER_nondet_uchar(void);

struct counters { int of[3]; int all; };

int main(void) {
    struct counters counters = {{0, 0, 0}, 0};
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    unsigned at = __VERIFIER_nondet_uchar() % 4;
    counters.of[at]++; // FAILS: array-index
    rows[0][3]--; // FAILS: array-index
    return counters.all + rows[1][0];
}
