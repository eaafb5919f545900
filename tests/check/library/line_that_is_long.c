// A line has any length, and the buffer that getline makes for it one byte more at least.
// NATIVE: what the stream gives is up to whoever runs the test
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length > 0)
        line[length + 1] = 0; // FAILS: out-of-bounds-write
    free(line);
    return 0;
}
