// See the twin.
#include <assert.h>

int nondet_int(void);

static int third(int i) {
    if (i == 3) assert(0); // UNREACHABLE: assertion
    return i;
}

int main(void) {
    int x = nondet_int();
    if (x < 0 || x > 2)
        return 0;
    if (x == 4) assert(0); // UNREACHABLE: assertion
    if (x == 5) assert(!"five"); // UNREACHABLE: assertion
    for (int i = 0; i < 3; i++) if (i == 3) assert(0); // UNREACHABLE: assertion
    assert(x != 6); // PROVED: assertion
    return third(1) + third(2);
}
