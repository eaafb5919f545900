#include <stdio.h>

int main(void) {
    char word[4];
    if (sscanf("abc", "%*c%2s", word) != 1)
        return 1;
    return sscanf("abc", "%*2c%1c", word) == 1 ? word[0] == 'c' ? 0 : 1 : 1;
}
