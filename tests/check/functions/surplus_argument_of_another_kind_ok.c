// OPTIONS: -m32
static long twice();
static int nothing();

int main(void) {
    if (nothing())
        return 1;
    return twice(4l) == 3;
}

static long twice(x) long x; {
    return x;
}
static int nothing() {
    return 0;
}
