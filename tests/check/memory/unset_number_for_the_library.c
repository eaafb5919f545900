// A function of the library is given a number that was never set.
// NATIVE: MemorySanitizer looks at no arguments of the library
// OPTIONS: --check uninitialised-use
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number;
    double real;
    double (*next)(double) = floor;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        srand(number); // FAILS: uninitialised-use
        break;
    case 1:
        fseek(stdin, number, SEEK_SET); // FAILS: uninitialised-use
        break;
    case 2:
        sleep(number); // FAILS: uninitialised-use
        break;
    case 3:
        next(real); // FAILS: uninitialised-use
        break;
    case 4:
        exit(number); // FAILS: uninitialised-use
    }
    return 0;
}
