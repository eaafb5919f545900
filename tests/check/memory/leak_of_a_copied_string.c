// What a function of the library allocates is left where the program calls it.
// OPTIONS: --check memory-leak
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *first = strdup("one"); // PROVED: memory-leak
    char *second = strdup("two"); // FAILS: memory-leak
    free(first);
    return second[0] == 'x';
}
