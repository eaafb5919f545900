// A width of 1 has no room for more than a digit.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int digit;
    if (scanf("%1d", &digit) == 1)
        assert(digit >= 0 && digit <= 9);
    return 0;
}
