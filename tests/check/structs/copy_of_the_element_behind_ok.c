// An element of an array in a structure is copied.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct point { int x, y; };
struct path { struct point points[3]; int lengths[2]; };

int main(void) {
    struct path path = {{{1, 2}, {3, 4}, {5, 6}}, {7, 8}};
    unsigned at = __VERIFIER_nondet_uchar() % 3;
    struct point last = path.points[at];
    return last.x;
}
