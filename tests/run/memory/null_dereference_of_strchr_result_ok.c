// STDOUT: key\n
// The separator may be missing.
#include <stdio.h>
#include <string.h>

static void cut(char *line) {
    char *colon = strchr(line, ':');
    if (colon)
        *colon = '\0';
}

int main(void) {
    char line[] = "key=value";
    cut(line);
    line[3] = '\0';
    puts(line);
    return 0;
}
