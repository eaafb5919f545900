// A structure of function pointers, as objects are made in C; one method divides by what may be zero.
extern int __VERIFIER_nondet_int(void);

struct shape {
    int (*ratio)(const struct shape *);
    int width, height;
};

static int ratio_of_square(const struct shape *shape) {
    return shape->width > 0;
}

static int ratio_of_rectangle(const struct shape *shape) {
    return shape->width / shape->height; // FAILS: division-by-zero
}

int main(void) {
    int side = __VERIFIER_nondet_int() & 63;
    struct shape shapes[2] = {{ratio_of_square, side, side}, {ratio_of_rectangle, 64, side}};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += shapes[i].ratio(&shapes[i]);
    return sum;
}
