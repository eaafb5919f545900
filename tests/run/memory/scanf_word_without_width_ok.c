// STDIN: supercalifragilistic 7\n
// STDOUT: supercalifragil\n
// The width leaves room for the terminator.
#include <stdio.h>

int main(void) {
    char word[16];
    if (scanf("%15s", word) != 1)
        return 1;
    puts(word);
    return 0;
}
