// Where exit is called, variables of functions under way may still point to memory: that is not followed.
// OPTIONS: --check lost-memory
// VERDICT: unknown
#include <stdlib.h>

int main(void) {
    char *block = malloc(4); // UNKNOWN: lost-memory
    block[0] = 1;
    exit(0);
}
