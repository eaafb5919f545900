// The end of a line is at its end, if anywhere, and what is before it is not.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length > 1) {
        assert(line[0] != '\n');
        assert(size > (size_t)length && line[length] == 0);
        line[length - 1] = 0;
    }
    free(line);
    return 0;
}
