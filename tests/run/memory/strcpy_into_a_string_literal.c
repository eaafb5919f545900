// The destination is a literal, however long.
#include <stdio.h>
#include <string.h>

int main(void) {
    char *buffer = "placeholder";
    strcpy(buffer, "new"); // BUG: write-to-constant
    puts(buffer);
    return 0;
}
