// %[ stops at the end of the input, after an error, or before a byte that it does not take.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%3[a-z]", word) != 1 || ferror(stdin) || feof(stdin))
        return 0;
    int c = getchar();
    if (word[1] == 0)
        assert(!(c >= 'a' && c <= 'z')); // PROVED: assertion
    return 0;
}
