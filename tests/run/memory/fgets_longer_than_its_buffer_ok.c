// STDIN: a line that is longer than eight\n
// STDOUT: a line \n
// The limit given to fgets is the size of the buffer.
#include <stdio.h>

int main(void) {
    char line[8];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    puts(line);
    return 0;
}
