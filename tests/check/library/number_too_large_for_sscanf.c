// What sscanf stores is not defined for a number that does not fit.
// NATIVE: the library of the machine takes it
#include <stdio.h>

int main(void) {
    short small = 0;
    return sscanf("32768", "%hd", &small); // FAILS: invalid-argument
}
