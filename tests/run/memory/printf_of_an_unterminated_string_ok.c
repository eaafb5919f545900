// STDOUT: [abcdefgh]\n
// A precision bounds what %s reads.
#include <stdio.h>
#include <string.h>

int main(void) {
    char field[8];
    strncpy(field, "abcdefghij", sizeof field);
    printf("[%.8s]\n", field);
    return 0;
}
