// A line of the input ends with its newline, or is as long as the buffer, or is the last.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    unsigned long length = strlen(line);
    const char *end = strchr(line, '\n');
    assert(length < sizeof line);
    assert(end == NULL || end[1] == '\0');
    return 0;
}
