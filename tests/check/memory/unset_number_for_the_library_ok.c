// A function of the library is given a number.
// OPTIONS: --check uninitialised-use
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = 1;
    double real = 1;
    double (*next)(double) = floor;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        srand(number);
        break;
    case 1:
        fseek(stdin, number, SEEK_SET);
        break;
    case 2:
        sleep(number);
        break;
    case 3:
        next(real);
        break;
    case 4:
        exit(number);
    }
    return 0;
}
