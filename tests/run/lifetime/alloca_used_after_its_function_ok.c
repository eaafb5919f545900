// EXIT: 97
// Memory from malloc stays.
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
    char *c = malloc(strlen(s) + 1);
    if (!c)
        exit(1);
    strcpy(c, s);
    return c;
}

int main(void) {
    char *c = copy("abc");
    int first = c[0];
    free(c);
    return first;
}
