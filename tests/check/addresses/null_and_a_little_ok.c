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
            **q = 1;
    }
}

int main(void) {
    int table[3] = {0};
    int *p = table, *r = p + 2;
    f(&r);
    return table[2] == 1 ? 0 : 1;
}
