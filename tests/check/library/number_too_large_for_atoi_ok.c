// What atoi gives is not defined for a number that fits no int.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    assert(atoi("-2147483648") == INT_MIN);
    assert(atoi(" +2147483647 and more") == INT_MAX);
    assert(atoll("9223372036854775807") == LLONG_MAX);
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX);
    return 0;
}
