// Nobody else writes to it: at first there is nothing to read.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 0;
    int c = fgetc(file);
    assert(c != EOF); // FAILS: assertion
    fclose(file);
    return 0;
}
