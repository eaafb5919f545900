// A buffer that is on the stack unless the input is long is freed in any case.
#include <stdlib.h>
#include <string.h>

static void handle(const char *input) {
    char local[16];
    char *buffer = local;
    if (strlen(input) >= sizeof local)
        buffer = malloc(strlen(input) + 1);
    if (!buffer)
        return;
    strcpy(buffer, input);
    free(buffer); // BUG: invalid-free
}

int main(void) {
    handle("much longer than sixteen bytes");
    handle("short");
    return 0;
}
