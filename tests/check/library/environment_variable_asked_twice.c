// A variable keeps its value; two of them need not have the same.
// NATIVE: what the environment gives is up to whoever runs the test
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *first = getenv("FIRST"), *second = getenv("SECOND");
    if (first != NULL && second != NULL)
        assert(first[0] == second[0]); // FAILS: assertion
    return 0;
}
