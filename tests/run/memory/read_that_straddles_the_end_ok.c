// EXIT: 5
// The last two bytes are read as a two-byte integer.
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *message = malloc(6);
    if (!message)
        return 1;
    memset(message, 0, 6);
    message[4] = 5;
    int field = *(short *)(message + 4);
    free(message);
    return field;
}
