// A stream that was opened for reading takes no output.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("file", "r+");
    if (file == NULL)
        return 0;
    assert(fputc('x', file) == 'x');
    fclose(file);
    return 0;
}
