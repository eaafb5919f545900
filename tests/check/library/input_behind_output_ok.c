// Between output and input of one stream, its position must be set or the output flushed.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("file", "w+");
    if (file == NULL)
        return 0;
    fputs("text", file);
    rewind(file);
    fgetc(file);
    fseek(file, 0, SEEK_END);
    fputs("more", file);
    fflush(NULL);
    fgetc(file);
    fclose(file);
    return 0;
}
