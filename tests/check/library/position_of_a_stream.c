// What a stream says of its position.
// NATIVE: there is no such file
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r+");
    if (file == NULL)
        return 0;
    if (fseek(file, 7, SEEK_SET) == 0) {
        assert(ftell(file) != 7); // FAILS: assertion
    } else {
        long first = ftell(file);
        if (first >= 0 && fgetc(file) != EOF)
            assert(ftell(file) == first); // FAILS: assertion
    }
    long position = ftell(file);
    if (position >= 0 && fseek(file, 0, SEEK_END) == 0)
        assert(ftell(file) >= position); // FAILS: assertion
    fclose(file);
    return 0;
}
