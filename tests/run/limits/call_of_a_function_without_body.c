// A function of a library that is not there.
extern int frobnicate(int x);

int main(void) {
    int x = 6;
    return frobnicate(x); // BUG: missing-body
}
