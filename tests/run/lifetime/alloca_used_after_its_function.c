// Memory from alloca is gone when the function returns.
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
    char *c = alloca(strlen(s) + 1);
    strcpy(c, s);
    return c;
}

int main(void) {
    char *c = copy("abc");
    int first = c[0]; // BUG: use-after-return
    return first;
}
