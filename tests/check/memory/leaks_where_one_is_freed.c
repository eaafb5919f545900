// What else is left changes nothing for what is kept.
// OPTIONS: --check lost-memory
#include <stdlib.h>

char *kept;

int main(void) {
    kept = malloc(4);
    char *lost = malloc(5); // FAILS: lost-memory
    char *gone = malloc(6);
    lost[0] = 1;
    free(gone);
    return 0;
}
