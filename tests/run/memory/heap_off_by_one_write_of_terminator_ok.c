// STDOUT: hello\n
// The block has room for the terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *source = "hello";
    size_t n = strlen(source);
    char *copy = malloc(n + 1);
    if (!copy)
        return 1;
    for (size_t i = 0; i < n; i++)
        copy[i] = source[i];
    copy[n] = '\0';
    puts(copy);
    free(copy);
    return 0;
}
