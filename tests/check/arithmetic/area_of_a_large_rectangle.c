// The area of a rectangle whose sides have sixteen bits.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int area(int width, int height) {
    return width * height; // FAILS: signed-overflow
}

int main(void) {
    int width = __VERIFIER_nondet_int();
    int height = __VERIFIER_nondet_int();
    __VERIFIER_assume(width >= 0 && width <= 0xffff);
    __VERIFIER_assume(height >= 0 && height <= 0xffff);
    return area(width, height) == 0;
}
