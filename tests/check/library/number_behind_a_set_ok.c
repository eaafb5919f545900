// A number may begin with the byte that %[ stopped at, and ungetc may take its place.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char word[4];
    int number = 0;
    if (scanf("%3[a-z]%2d", word, &number) == 2)
        assert(number > -10 && number < 100); // PROVED: assertion
    if (scanf("%3[a-z]", word) == 1 && ungetc('x', stdin) == 'x')
        assert(getchar() == 'x'); // PROVED: assertion
    return 0;
}
