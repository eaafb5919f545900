// A whole struct is copied from an aligned address.
struct point {
    long x, y;
};

static long buffer[8];

int main(void) {
    struct point p;
    p = *(struct point *)((char *)buffer + 8);
    return (int)p.x;
}
