// STDOUT: 0\n
// A missing variable counts as empty.
#include <stdio.h>
#include <string.h>

static size_t length(const char *value) {
    return value ? strlen(value) : 0;
}

int main(void) {
    const char *settings[2] = {"on", NULL};
    if (length(settings[0]) != 2)
        return 1;
    printf("%d\n", (int)length(settings[1]));
    return 0;
}
