// The position must be set between output and input of one stream.
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (file == NULL)
        return 0;
    fputs("text", file);
    rewind(file);
    int c = fgetc(file);
    fclose(file);
    return c != 't';
}
