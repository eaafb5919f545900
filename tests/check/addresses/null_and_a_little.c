// What is close to 0 comes from a null pointer, whatever lies where.
// NATIVE: UBSan stops at the arithmetic on null before that
struct s {
    long a[6];
};
static struct s zero(void) {
    struct s r = {{0}};
    return r;
}
static void f(int **q) {
    for (int k = 0; k < 2; k++) {
        struct s d = {{1}};
        if (k)
            d = zero();
        if (k)
            **q = 1; // FAILS: null-dereference
    }
}

int main(void) {
    int *p = 0, *r = p + 2;
    f(&r);
    return 0;
}
