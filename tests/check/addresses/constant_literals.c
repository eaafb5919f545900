// Constant compound literals with equal contents may be one object, also with a string (C11 6.5.2.5p7).
#include <assert.h>

const char *literal = (const char[]){"abc"}, *string = "abc";
const int *one = (const int[]){1, 2}, *two = (const int[]){1, 2};

int main(void) {
    assert(literal != string); // FAILS: assertion
    assert(one != two);        // FAILS: assertion
    return 0;
}
