// Even a copy of no bytes must not start at null, says the library's header.
#include <string.h>

struct slice {
    const char *data;
    size_t length;
};

int main(void) {
    char buffer[8] = "";
    struct slice empty = {NULL, 0};
    memcpy(buffer, empty.data, empty.length); // BUG: null-argument
    return buffer[0];
}
