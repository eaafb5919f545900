// What was written is not followed.
// VERDICT: unknown
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 0;
    int c = fgetc(file);
    assert(c == EOF);
    rewind(file);
    if (fputc('a', file) != 'a' || fflush(file) != 0)
        return 0;
    rewind(file);
    c = fgetc(file);
    if (c != EOF)
        assert(c == 'a');
    fclose(file);
    return 0;
}
