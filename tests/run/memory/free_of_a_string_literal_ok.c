// The literal is duplicated.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *title = strdup("untitled");
    if (!title)
        return 1;
    if (strlen(title) != 8)
        return 2;
    free(title);
    return 0;
}
