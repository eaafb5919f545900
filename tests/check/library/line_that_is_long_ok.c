// VERDICT: unknown
// Longer lines than the model has are not known of.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin); // UNKNOWN: unmodelled
    if (length > 0)
        line[length] = 0;
    free(line);
    return 0;
}
