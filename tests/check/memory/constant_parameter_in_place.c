// A parameter that is defined const is not written, under whatever type.
// NATIVE: no sanitizer looks at what is constant
static int last(const int x, int y) {
    if (y > 0)
        *(int *)&x = 3; // FAILS: write-to-constant
    return x;
}

int main(void) {
    return last(1, 0) + last(1, 2);
}
