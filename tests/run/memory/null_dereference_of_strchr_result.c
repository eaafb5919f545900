// The separator is assumed to be there.
#include <stdio.h>
#include <string.h>

static void cut(char *line) {
    char *colon = strchr(line, ':');
    *colon = '\0'; // BUG: null-dereference
}

int main(void) {
    char line[] = "key=value";
    cut(line);
    line[3] = '\0';
    puts(line);
    return 0;
}
