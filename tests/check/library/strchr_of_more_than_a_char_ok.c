// What strchr looks for is converted to a char first, also where the compiler sees the string.
#include <assert.h>
#include <string.h>

int main(void) {
    static const char text[] = "caf\xe9 au lait";
    assert(strchr(text, 0xe9) == text + 3); // PROVED: assertion
    assert(strchr(text, 256 + 'a') == text + 1); // PROVED: assertion
    assert(strchr("abc", 'd' - 512) == NULL); // PROVED: assertion
    assert(strchr("abc", 'b' - 512) != NULL); // PROVED: assertion
    return 0;
}
