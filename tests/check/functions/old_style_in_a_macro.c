// In an argument of a macro the compiler makes arguments fit as elsewhere.
// NATIVE: the compiler converts
#include <assert.h>

int greater();
int greater(x) double x; { return x > 1; }

int main(void) {
    assert(greater(2.0) == 1); // PROVED: assertion
    assert(greater(0.5) || // FAILS: invalid-call
           greater(2) == 1);
    return 0;
}
