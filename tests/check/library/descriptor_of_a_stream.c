// The descriptor of a stream that was closed may be given out again.
// NATIVE: there are no such files
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *file = fopen("first", "r");
    if (file == NULL)
        return 0;
    int first = fileno(file);
    fclose(file);
    int second = open("second", O_RDONLY);
    assert(second != first); // FAILS: assertion
    return 0;
}
