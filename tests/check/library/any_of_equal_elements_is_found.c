// And bsearch finds any of them.
// NATIVE: the library of the machine does one of the things that the standard allows
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
    char sorted[6] = "abbbc", key = 'b';
    char *found = bsearch(&key, sorted, 5, 1, compare);
    assert(found == sorted + 2); // FAILS: assertion
    return 0;
}
