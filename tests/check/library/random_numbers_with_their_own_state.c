// rand_r is a function of its state.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned first = 3, second = 4;
    assert(rand_r(&first) == rand_r(&second)); // FAILS: assertion
    return 0;
}
