// A bool is filled from a byte of a file that is neither 0 nor 1.
#include <stdbool.h>
#include <string.h>

struct options {
    bool verbose;
};

int main(void) {
    unsigned char file[1] = {2};
    struct options o = {false};
    memcpy(&o.verbose, file, 1);
    return o.verbose ? 1 : 0; // BUG: invalid-value
}
