// STDIN: supercalifragilistic 7\n
// %s without a width writes as much as the input has.
#include <stdio.h>

int main(void) {
    char word[16];
    if (scanf("%s", word) != 1) // BUG: out-of-bounds-write
        return 1;
    puts(word);
    return 0;
}
