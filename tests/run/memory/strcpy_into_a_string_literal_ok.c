// STDOUT: new\n
// The destination is an array.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[] = "placeholder";
    strcpy(buffer, "new");
    puts(buffer);
    return 0;
}
