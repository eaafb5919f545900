// A format without conversions fails like one with them where the input ends.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int result = scanf("abc");
    assert(result == 0 || result == EOF);
    if (result == EOF)
        assert(feof(stdin) || ferror(stdin));
    return 0;
}
