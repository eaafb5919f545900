// EXIT: 6
// malloc(strlen(s) + 1) is enough for strcpy.
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s) + 1);
    if (copy)
        strcpy(copy, s);
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
