// malloc(strlen(s)) is one byte short for strcpy.
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s));
    if (copy)
        strcpy(copy, s); // BUG: out-of-bounds-write
    return copy;
}

int main(void) {
    char *copy = duplicate("fathom");
    if (!copy)
        return 1;
    int length = (int)strlen(copy);
    free(copy);
    return length;
}
