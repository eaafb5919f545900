// Between output and input of one stream, its position must be set or the output flushed.
// NATIVE: the library of the machine allows it
#include <stdio.h>

int main(void) {
    FILE *file = fopen("file", "w+");
    if (file == NULL)
        return 0;
    fputs("text", file);
    int c = fgetc(file); // FAILS: invalid-argument
    fclose(file);
    return c;
}
