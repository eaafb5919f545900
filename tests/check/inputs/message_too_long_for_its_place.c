// More is read than there is room for.
#include <unistd.h>

int main(void) {
    char message[16];
    long count = read(0, message, 2 * sizeof message); // FAILS: out-of-bounds-write
    return count == 7;
}
