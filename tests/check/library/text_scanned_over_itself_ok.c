// A word must not come to where it is read, be it only with its terminator.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[8] = "ab";
    int done = sscanf(text, "%1s", text + 3);
    assert(done == 1 && text[3] == 'a' && text[4] == 0);
    return 0;
}
