// STDOUT: fathom\nfathom\n
// The string is freed after the last use.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = malloc(8);
    if (!name)
        return 1;
    strcpy(name, "fathom");
    puts(name);
    puts(name);
    free(name);
    return 0;
}
