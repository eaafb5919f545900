// OPTIONS: -m32
// NATIVE: the argument is ignored
// Parameters in the old style, and a function without any.
static long twice();
static int nothing();

int main(void) {
    if (nothing())
        return 1;
    return twice(4l, 2.5) == 3; // FAILS: invalid-call
}

static long twice(x) long x; {
    return x;
}
static int nothing() {
    return 0;
}
