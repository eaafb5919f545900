// The callee frees its argument when it fails, and so does the caller.
#include <stdlib.h>
#include <string.h>

static int parse(char *text) {
    if (strchr(text, '=') == NULL) {
        free(text);
        return -1;
    }
    return 0;
}

int main(void) {
    char *text = malloc(6);
    if (!text)
        return 2;
    strcpy(text, "key:1");
    int status = 0;
    if (parse(text) < 0)
        status = 1;
    free(text); // BUG: double-free
    return status;
}
