// A buffer is chosen before anything is done with a stream.
// STDOUT: text\n
#include <stdio.h>

int main(void) {
    puts("text");
    setvbuf(stdout, NULL, _IONBF, 0); // BUG: invalid-argument
    return 0;
}
