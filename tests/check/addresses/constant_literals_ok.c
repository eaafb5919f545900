// Constant compound literals with equal contents may be one object, others are not.
#include <assert.h>

const char *literal = (const char[]){"abd"}, *string = "abc";
const int *one = (const int[]){1, 2}, *two = (const int[]){1, 3};
int *three = (int[]){1, 2}, *four = (int[]){1, 2};

int main(void) {
    assert(literal != string);
    assert(one != two);
    assert(three != four && three != one);
    return 0;
}
