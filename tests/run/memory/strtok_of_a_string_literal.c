// strtok writes a terminator into the string it splits.
#include <stdio.h>
#include <string.h>

int main(void) {
    char *list = "a,b,c";
    char *word = strtok(list, ","); // BUG: write-to-constant
    while (word) {
        puts(word);
        word = strtok(NULL, ",");
    }
    return 0;
}
