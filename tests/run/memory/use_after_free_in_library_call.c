// STDOUT: fathom\n
// puts reads a string that was freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = malloc(8);
    if (!name)
        return 1;
    strcpy(name, "fathom");
    puts(name);
    free(name);
    puts(name); // BUG: use-after-free
    return 0;
}
