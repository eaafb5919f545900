// No digit is left behind a number without a width.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%d", &number) == 1) {
        int next = getchar();
        assert(next < '0' || next > '9');
    }
    return 0;
}
