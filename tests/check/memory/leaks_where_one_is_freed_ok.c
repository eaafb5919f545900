// What else is left changes nothing for what is kept.
// OPTIONS: --check lost-memory
#include <stdlib.h>

char *kept;
char **keeper;

int main(void) {
    kept = malloc(4); // PROVED: lost-memory
    keeper = malloc(sizeof *keeper);
    *keeper = malloc(5); // PROVED: lost-memory
    char *gone = malloc(6);
    free(gone);
    return 0;
}
