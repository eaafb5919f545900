// Numbers, words and literals of the input decide, and the last does not match.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int count;
    unsigned mask;
    char word[8];
    double ratio;
    if (scanf("%d,%x %7s", &count, &mask, word) != 3 || scanf("%lf", &ratio) != 1)
        return 0;
    int separator = getchar();
    if (scanf("(%d)", &count) == 0 && count == 1234 && mask == 255 && word[0] == 'h' && ratio == 0.5)
        assert(separator != ';'); // FAILS: assertion
    return 0;
}
