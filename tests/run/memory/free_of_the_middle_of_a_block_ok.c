// STDOUT: 3\n
// A copy walks through the block; its start is freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = malloc(16);
    if (!line)
        return 1;
    strcpy(line, "   indented");
    char *start = line;
    while (*line == ' ')
        line++;
    printf("%d\n", (int)(line - start));
    free(start);
    return 0;
}
