// The standard refuses such a number, glibc takes it for 0.
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned number = 7;
    char behind = '-';
    int count = sscanf("0xg", "%x%c", &number, &behind);
    assert((count == 0 && number == 7) || (count == 2 && number == 0 && behind == 'g'));
    return 0;
}
