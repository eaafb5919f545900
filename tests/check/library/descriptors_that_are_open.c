// A descriptor that was closed may be given out again.
// NATIVE: there are no such files
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int first = open("first", O_RDONLY);
    if (first < 0)
        return 0;
    close(first);
    int second = open("second", O_RDONLY);
    assert(first != second); // FAILS: assertion
    return 0;
}
