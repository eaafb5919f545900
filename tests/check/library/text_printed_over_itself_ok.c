// The terminator that is written lies in the string that is read, and its terminator counts too.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char text[8] = "ab";
    snprintf(text + 3, 5, "%s", text + 1);
    assert(text[3] == 'b' && text[4] == 0);
    // Nothing is written, and less than all.
    snprintf(text, 0, "%s", text);
    snprintf(text + 1, 1, "%.1s", text);
    assert(text[0] == 'a' && text[1] == 0);
    return 0;
}
