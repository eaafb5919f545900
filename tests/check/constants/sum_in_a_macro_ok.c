// The same with a sum that is an int.
#include <assert.h>
#define LIMIT (2147483647 - 1)

static int half(int n) { return n / 2; }

int main(void) {
    int n = half(LIMIT);
    assert(n != 5); // PROVED: assertion
    return 0;
}
