// A whole struct is copied from an odd address.
struct point {
    long x, y;
};

static long buffer[8];

int main(void) {
    struct point p;
    p = *(struct point *)((char *)buffer + 1); // BUG: misaligned-access
    return (int)p.x;
}
