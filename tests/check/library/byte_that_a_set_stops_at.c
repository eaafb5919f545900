// %[ stops at the end of the input, after an error, or before a byte that it does not take.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%3[a-z]", word) != 1 || ferror(stdin) || feof(stdin))
        return 0;
    int c = getchar();
    assert(!(c >= 'a' && c <= 'z')); // FAILS: assertion
    return 0;
}
