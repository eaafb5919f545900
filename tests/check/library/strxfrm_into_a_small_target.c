// What is in a target that is too small is anything.
// NATIVE: the library of the machine does one of the things that the standard allows
#include <assert.h>
#include <string.h>

int main(void) {
    char target[4] = "zzz";
    size_t size = strxfrm(target, "hello", sizeof target);
    assert(target[0] == 'z'); // FAILS: assertion
    return (int)size;
}
