// A function of the library writes through a pointer what another operand reads.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = "12", *end = text;
    int number = 0, exponent = 0;
    int first = (int)strtol(text, &end, 10) + (end == text); // ASSUMES: order
    int second = sscanf("7", "%d", &number) + number;        // ASSUMES: order
    double third = frexp(8.0, &exponent) + exponent;         // ASSUMES: order
    return first + second + (third > 9);
}
