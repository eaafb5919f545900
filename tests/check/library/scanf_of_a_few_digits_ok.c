// A sign takes one of the bytes.
#include <assert.h>
#include <stdio.h>

int main(void) {
    long decimal;
    unsigned octal, hexadecimal;
    if (scanf("%3ld %2o %2x", &decimal, &octal, &hexadecimal) == 3)
        assert(decimal >= -99 && decimal <= 999 && (octal <= 63 || octal >= -7u) && (hexadecimal <= 255 || hexadecimal >= -15u));
    return 0;
}
