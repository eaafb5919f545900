// EXIT: 77
// An integer at an odd offset of a message is read with memcpy.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *message = calloc(1, 8);
    if (!message)
        return 1;
    uint32_t length = 77;
    message[0] = 'L';
    memcpy(message + 1, &length, sizeof length);
    uint32_t got;
    memcpy(&got, message + 1, sizeof got);
    free(message);
    return (int)got;
}
