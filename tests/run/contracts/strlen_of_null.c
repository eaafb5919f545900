// The environment may lack the variable.
#include <stdio.h>
#include <string.h>

static size_t length(const char *value) {
    return strlen(value); // BUG: null-argument
}

int main(void) {
    const char *settings[2] = {"on", NULL};
    if (length(settings[0]) != 2)
        return 1;
    printf("%d\n", (int)length(settings[1]));
    return 0;
}
