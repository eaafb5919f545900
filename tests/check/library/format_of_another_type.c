// The format asks for an int or a double as the input says; a double is given.
// NATIVE: no sanitizer looks at variadic arguments
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    const char *format = __VERIFIER_nondet_uchar() == 7 ? "%d\n" : "%f\n";
    printf(format, 0.5); // FAILS: invalid-argument
    return 0;
}
