// The compiler makes no code of an assertion that it knows to hold; it is one all the same.
#include <assert.h>

static int table[4];

int main(void) {
    assert(sizeof table == 4 * sizeof(int)); // PROVED: assertion
    assert(&table[1] != &table[0]); // PROVED: assertion
    assert("text"); // PROVED: assertion
    assert(sizeof(char) == 2); // FAILS: assertion
    return 0;
}
