// OPTIONS: --check memory-leak
// STDOUT: temporary\n
// The copy is freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *copy = strdup("temporary");
    if (!copy)
        return 1;
    puts(copy);
    free(copy);
    return 0;
}
