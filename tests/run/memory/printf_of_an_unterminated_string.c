// strncpy fills the field and leaves no terminator for %s.
#include <stdio.h>
#include <string.h>

int main(void) {
    char field[8];
    strncpy(field, "abcdefghij", sizeof field);
    printf("[%s]\n", field); // BUG: out-of-bounds-read
    return 0;
}
