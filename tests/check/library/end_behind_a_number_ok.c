// The input may end behind a number, and feof tells.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%d", &number) == 1)
        assert(!feof(stdin) || getchar() == EOF);
    return 0;
}
