// No stream has a position before its start.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 0;
    assert(fseek(file, -1, SEEK_SET) == 0); // FAILS: assertion
    fclose(file);
    return 0;
}
