// What is in a target that is too small is anything.
#include <assert.h>
#include <string.h>

int main(void) {
    char target[4] = "zzz";
    size_t size = strxfrm(target, "hel", sizeof target);
    assert(target[0] == 'h' && size == 3);
    return (int)size;
}
