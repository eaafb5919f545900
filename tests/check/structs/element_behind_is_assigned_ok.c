// A structure is assigned to an element of an array.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct point { int x, y; };
struct path { struct point points[3]; int lengths[2]; };

int main(void) {
    struct path path = {{{1, 2}, {3, 4}, {5, 6}}, {7, 8}};
    struct point origin = {0, 0};
    unsigned at = __VERIFIER_nondet_uchar() % 3;
    path.points[at] = origin;
    return path.lengths[0];
}
