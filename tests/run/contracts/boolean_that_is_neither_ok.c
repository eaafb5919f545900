// EXIT: 1
// The byte is converted, not copied.
#include <stdbool.h>
#include <string.h>

struct options {
    bool verbose;
};

int main(void) {
    unsigned char file[1] = {2};
    struct options o = {false};
    o.verbose = file[0];
    return o.verbose ? 1 : 0;
}
