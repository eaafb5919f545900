// The same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int first = rand(), second = rand();
    srand(8);
    assert(rand() == first && rand() == second); // FAILS: assertion
    return 0;
}
