// No stream has a position before its start.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 0;
    assert(fseek(file, -1, SEEK_SET) == -1 && errno == EINVAL);
    errno = 0;
    assert(fseek(file, 0, 7) == -1 && errno == EINVAL);
    fclose(file);
    file = fopen("data", "r");
    if (!file)
        return 0;
    assert(fseek(file, -1, SEEK_SET) == -1 && errno != 0);
    fclose(file);
    return 0;
}
