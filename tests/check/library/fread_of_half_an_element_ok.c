// An element that came in part has changed.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int numbers[2] = {7, 7};
    size_t count = fread(numbers, sizeof *numbers, 2, stdin);
    if (count == 1)
        assert(feof(stdin) || ferror(stdin));
    return 0;
}
