// A copy of no bytes is skipped.
#include <string.h>

struct slice {
    const char *data;
    size_t length;
};

int main(void) {
    char buffer[8] = "";
    struct slice empty = {NULL, 0};
    if (empty.length)
        memcpy(buffer, empty.data, empty.length);
    return buffer[0];
}
