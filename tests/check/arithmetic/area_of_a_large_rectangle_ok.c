// The area of a rectangle whose sides have fifteen bits.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int area(int width, int height) {
    return width * height;
}

int main(void) {
    int width = __VERIFIER_nondet_int();
    int height = __VERIFIER_nondet_int();
    __VERIFIER_assume(width >= 0 && width <= 0x7fff);
    __VERIFIER_assume(height >= 0 && height <= 0x7fff);
    return area(width, height) == 0;
}
