// A function of the library writes through a pointer, and what it wrote is read afterwards.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = "12", *end = text;
    int number = 0, exponent = 0;
    int first = (int)strtol(text, &end, 10);
    first += end == text;
    int second = sscanf("7", "%d", &number);
    second += number;
    double third = frexp(8.0, &exponent);
    third += exponent;
    return first + second + (third > 9);
}
