// STDOUT: a\nb\nc\n
// strtok splits an array.
#include <stdio.h>
#include <string.h>

int main(void) {
    char list[] = "a,b,c";
    char *word = strtok(list, ",");
    while (word) {
        puts(word);
        word = strtok(NULL, ",");
    }
    return 0;
}
