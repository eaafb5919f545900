// A buffer is chosen before anything is done with a stream.
// STDOUT: text\n
#include <stdio.h>

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    puts("text");
    return 0;
}
