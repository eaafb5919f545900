// See the twin.
#include <assert.h>

int greater();
int greater(x) double x; { return x > 1; }

int main(void) {
    assert(greater(2.0) == 1); // PROVED: assertion
    assert(greater(0.5) ||
           greater(2.0) == 1);
    return 0;
}
