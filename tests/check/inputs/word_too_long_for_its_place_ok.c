// A word of three letters needs four places.
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%3s", word) != 1)
        return 1;
    return word[0];
}
