// The arguments of a call are computed with a check, also where a macro stands for them; what is behind an if that is
// never taken has none.
#include <assert.h>
#define LIMIT (2147483647 + 1)

static int half(int n) { return n / 2; }

int main(void) {
    int n = half(LIMIT); // FAILS: signed-overflow
    assert(n != 5);
    return 0;
}
