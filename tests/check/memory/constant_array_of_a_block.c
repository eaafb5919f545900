// An element of a constant array, and a library function that writes another one.
// NATIVE: local variables lie in memory that can be written
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    const int numbers[3] = {1, 2, 3};
    const char text[8] = "text";
    if (__VERIFIER_nondet_int())
        ((int *)numbers)[1] = 7; // FAILS: write-to-constant
    else
        strcpy((char *)text, "x"); // FAILS: write-to-constant
    return 0;
}
