// A literal is assigned where a heap string was, then freed.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *title = "untitled";
    if (strlen(title) != 8)
        return 2;
    free(title); // BUG: invalid-free
    return 0;
}
