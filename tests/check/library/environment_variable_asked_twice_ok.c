// A variable keeps its value; two of them need not have the same.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *first = getenv("FIRST"), *second = getenv("FIRST");
    if (first != NULL && second != NULL)
        assert(first[0] == second[0]);
    return 0;
}
