// A buffer is chosen before anything is done with a stream.
// NATIVE: the library of the machine allows it
#include <stdio.h>

int main(void) {
    puts("text");
    setvbuf(stdout, NULL, _IONBF, 0); // FAILS: invalid-argument
    return 0;
}
