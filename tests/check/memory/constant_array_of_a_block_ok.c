// Constant arrays are read; a copy may be written.
#include <assert.h>
#include <string.h>

int main(void) {
    const int numbers[3] = {1, 2, 3};
    const char text[8] = "text";
    char copy[8];
    strcpy(copy, text);
    copy[0] = 'n';
    assert(numbers[1] == 2 && text[0] == 't' && strcmp(copy, "next") == 0);
    return 0;
}
