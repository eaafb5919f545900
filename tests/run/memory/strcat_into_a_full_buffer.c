// The buffer holds the first part only.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[8] = "/usr";
    const char *part = "/bin";
    strcat(path, part); // BUG: out-of-bounds-write
    puts(path);
    return 0;
}
