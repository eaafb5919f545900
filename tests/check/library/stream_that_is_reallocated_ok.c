// A stream is no block of memory that could grow. It may be copied, if only to no use.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r");
    FILE input = *stdin;
    if (file) {
        FILE copy = *file;
        fclose(file);
    }
    return 0;
}
