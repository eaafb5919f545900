// STDIN: a line that is longer than eight\n
// The limit given to fgets is not the size of the buffer.
#include <stdio.h>

int main(void) {
    char line[8];
    if (!fgets(line, 80, stdin)) // BUG: out-of-bounds-write
        return 1;
    puts(line);
    return 0;
}
