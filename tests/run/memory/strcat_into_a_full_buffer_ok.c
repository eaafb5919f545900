// STDOUT: /usr/bin\n
// The buffer holds both parts.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[16] = "/usr";
    const char *part = "/bin";
    strcat(path, part);
    puts(path);
    return 0;
}
