struct point {
    long x, y, z;
};
extern struct point __VERIFIER_nondet_point(void);
extern void __VERIFIER_assert(int);
int state;

int main(void) {
    struct point p = __VERIFIER_nondet_point();
    __VERIFIER_assert(state == 0 || p.x == p.y);
    return 0;
}
