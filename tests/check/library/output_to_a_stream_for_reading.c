// A stream that was opened for reading takes no output.
// NATIVE: what the environment gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("file", "r");
    if (file == NULL)
        return 0;
    assert(fputc('x', file) == 'x'); // FAILS: assertion
    fclose(file);
    return 0;
}
