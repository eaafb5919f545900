// What atoi gives is not defined for a number that fits no int.
// NATIVE: the library of the machine takes it
#include <stdlib.h>

int main(void) {
    long fits = atol("2147483648");
    return fits == atoi("2147483648"); // FAILS: invalid-argument
}
