// A message depends on its number.
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void) {
    const char *first = strerror(EINVAL);
    char letter = first[0];
    const char *second = strerror(ENOENT);
    assert(second[0] == letter); // FAILS: assertion
    return 0;
}
