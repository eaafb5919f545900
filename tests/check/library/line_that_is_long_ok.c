// A line has any length, and the buffer that getline makes for it one byte more at least.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length > 0)
        line[length] = 0;
    free(line);
    return 0;
}
