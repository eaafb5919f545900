// And bsearch finds any of them.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
    char sorted[6] = "abbbc", key = 'b';
    char *found = bsearch(&key, sorted, 5, 1, compare);
    assert(found >= sorted + 1 && found <= sorted + 3 && *found == 'b');
    return 0;
}
