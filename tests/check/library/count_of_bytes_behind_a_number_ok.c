// How many bytes a letter takes is known.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char letter = 0;
    int count = 0;
    if (scanf("%c%n", &letter, &count) == 1)
        assert(count == 1);
    return 0;
}
