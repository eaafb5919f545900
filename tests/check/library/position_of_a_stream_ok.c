#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "r+");
    if (file == NULL)
        return 0;
    if (fseek(file, 7, SEEK_SET) == 0) {
        assert(ftell(file) == 7);
        if (fseek(file, -3, SEEK_CUR) == 0)
            assert(ftell(file) == 4);
        assert(fseek(file, -8, SEEK_CUR) != 0);
    } else {
        long first = ftell(file);
        assert(first < 0 || ftell(file) == first);
        if (first >= 0 && fgetc(file) != EOF)
            assert(ftell(file) >= first);
    }
    fclose(file);
    return 0;
}
