// What strchr looks for is converted to a char first, also where the compiler sees the string.
// NATIVE: clang computes it, and forgets to convert
#include <assert.h>
#include <string.h>

int main(void) {
    static const char text[] = "caf\xe9 au lait";
    assert(strchr(text, 0xe9) == NULL); // FAILS: assertion
    assert(strchr(text, 256 + 'a') == NULL); // UNREACHABLE: assertion
    return 0;
}
