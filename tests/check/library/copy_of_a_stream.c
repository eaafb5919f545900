// A copy of a FILE is no stream.
// NATIVE: the library of the machine takes it
#include <stdio.h>

int main(void) {
    FILE copy = *stdout;
    return fputs("text", &copy) < 0; // FAILS: invalid-argument
}
