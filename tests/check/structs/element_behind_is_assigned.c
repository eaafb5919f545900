// A structure is assigned to the element behind an array.
// NATIVE: older clangs let the index of a copy be the number of elements
extern unsigned char __VERIFIER_nondet_uchar(void);

struct point { int x, y; };
struct path { struct point points[3]; int lengths[2]; };

int main(void) {
    struct path path = {{{1, 2}, {3, 4}, {5, 6}}, {7, 8}};
    struct point origin = {0, 0};
    unsigned at = __VERIFIER_nondet_uchar() % 4;
    path.points[at] = origin; // FAILS: array-index
    return path.lengths[0];
}
