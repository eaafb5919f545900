// The same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int first = rand(), second = rand();
    srand(7);
    assert(rand() == first && rand() == second);
    return 0;
}
