// OPTIONS: --check memory-leak
// STDOUT: temporary\n
// The copy has no name by which it could be freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    return puts(strdup("temporary")) < 0; // BUG: memory-leak
}
