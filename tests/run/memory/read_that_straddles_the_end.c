// The last two bytes of a six-byte block are read as a four-byte integer.
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *message = malloc(6);
    if (!message)
        return 1;
    memset(message, 0, 6);
    message[4] = 5;
    int field = *(int *)(message + 4); // BUG: out-of-bounds-read
    free(message);
    return field;
}
