// The default value is copied, so that it can be freed like any other.
#include <stdlib.h>
#include <string.h>

static char default_path[] = "/tmp";

static char *configured_path(const char *given) {
    if (!given)
        given = default_path;
    char *copy = malloc(strlen(given) + 1);
    if (copy)
        strcpy(copy, given);
    return copy;
}

int main(void) {
    char *path = configured_path("/var");
    free(path);
    path = configured_path(NULL);
    free(path);
    return 0;
}
