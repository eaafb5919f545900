// The compiler makes no code of what it sees to be out of reach; its assertions are listed all the same.
#include <assert.h>

#define CHECKED(x) assert(x)

int nondet_int(void);

static void never_called(int x) {
    assert(x > 0); // UNREACHABLE: assertion
    CHECKED(x > 1);
}

#if 0
static void not_there(void) { assert(2 > 3); }
#endif

int main(void) {
    int x = nondet_int();
    if (0)
        assert(x > 2); // UNREACHABLE: assertion
    assert(x != 4); // FAILS: assertion
    while (0) {
        assert(x == 5 && "quoted \\ text"); // UNREACHABLE: assertion
    }
    return 0;
    assert(x == 6); // UNREACHABLE: assertion
}
