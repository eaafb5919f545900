// The result is the number of bytes.
#include <assert.h>
#include <stdio.h>
extern short __VERIFIER_nondet_short(void);

int main(void) {
    short number = __VERIFIER_nondet_short();
    int length = printf("%hd%5s|%#x\n", number, "ab", 255u);
    assert(length >= 12 && length <= 17);
    return 0;
}
