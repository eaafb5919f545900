// rand_r is a function of its state.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned first = 3, second = 3;
    assert(rand_r(&first) == rand_r(&second));
    return 0;
}
