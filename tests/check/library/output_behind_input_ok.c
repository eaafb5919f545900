// Between input and output of one stream, its position must be set, unless the input ended.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("file", "r+");
    if (file == NULL)
        return 0;
    int c = fgetc(file);
    if (c == EOF && feof(file))
        fputc('x', file);
    fclose(file);
    return 0;
}
