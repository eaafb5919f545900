// A word of four letters needs five places.
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%4s", word) != 1) // FAILS: out-of-bounds-write
        return 1;
    return word[0];
}
