// What may begin a number is read up to the end of the input, and then there is none.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%1d", &number) == 0)
        assert(!feof(stdin));
    return 0;
}
