// Between input and output of one stream, its position must be set, unless the input ended.
// NATIVE: what the stream gives is up to whoever runs the test
#include <stdio.h>

int main(void) {
    FILE *file = fopen("file", "r+");
    if (file == NULL)
        return 0;
    int c = fgetc(file);
    if (c != EOF)
        fputc(c, file); // FAILS: invalid-argument
    fclose(file);
    return 0;
}
