// The end of a line is at its end, if anywhere, and what is before it is not.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length > 1) {
        assert(line[0] != '\n');
        assert(line[length - 1] == '\n'); // FAILS: assertion
        line[length - 1] = 0;
    }
    free(line);
    return 0;
}
