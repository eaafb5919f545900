// A function of the program's own is called where the program calls it; what the library does is the library's business.
// NATIVE: sanitizers put their own strdup in the place of the library's
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int calls;

void *memcpy(void *restrict target, const void *restrict source, size_t size) {
    calls++;
    for (size_t i = 0; i < size; i++)
        ((char *)target)[i] = ((const char *)source)[i];
    return target;
}

int main(void) {
    char text[4], *copy = strdup("abc");
    if (copy == NULL)
        return 0;
    memcpy(text, copy, 4);
    assert(calls == 2); // FAILS: assertion
    free(copy);
    return 0;
}
